"""The one layout of all mails: the same content as plain text and as HTML.

The HTML loads nothing: no image, no font, no stylesheet. Its one link is also spelled out, for
readers that show no button.
"""

from __future__ import annotations

import textwrap
from html import escape

from consent_app.mail.templates import MailText

_WORDS = {
    "en": {
        "fallback": "If the button does not work, open this address:",
        "footer": "This mail was sent automatically by {site}.",
    },
    "de": {
        "fallback": "Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
        "footer": "Diese E-Mail wurde automatisch von {site} versandt.",
    },
}

_PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{subject}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1a1a1a;\
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:34em;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">{subject}</h1>
{body}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #cccccc;\
font-size:13px;color:#595959">{footer}</p>
</div>
</body>
</html>
"""
_PARAGRAPH = '<p style="margin:0 0 16px">{}</p>'
_BUTTON = (
    '<p style="margin:24px 0"><a href="{url}" style="display:inline-block;padding:12px 20px;'
    "border-radius:6px;background:#1f4fd8;color:#ffffff;font-weight:600;"
    'text-decoration:none">{label}</a></p>'
)
_FALLBACK = (
    '<p style="margin:0 0 16px;font-size:14px;color:#595959">{words}<br>'
    '<a href="{url}" style="color:#1f4fd8;overflow-wrap:anywhere">{url}</a></p>'
)


def render_text(text: MailText, language: str, link: str | None, site: str) -> str:
    """Return the plain text. Lines are wrapped; the link stands alone on its own."""
    words = _WORDS[language]
    blocks = [textwrap.fill(paragraph, 76) for paragraph in text.paragraphs]
    if text.action is not None and link is not None:
        blocks.append(f"{text.action}:\n{link}")
    blocks.extend(textwrap.fill(paragraph, 76) for paragraph in text.closing)
    blocks.append(f"-- \n{words['footer'].format(site=site)}")
    return "\n\n".join(blocks) + "\n"


def render_html(text: MailText, language: str, link: str | None, site: str) -> str:
    """Return the HTML page, with everything that came from parameters escaped."""
    words = _WORDS[language]
    body = [_PARAGRAPH.format(escape(paragraph)) for paragraph in text.paragraphs]
    if text.action is not None and link is not None:
        body.append(_BUTTON.format(url=escape(link), label=escape(text.action)))
    body.extend(_PARAGRAPH.format(escape(paragraph)) for paragraph in text.closing)
    if text.action is not None and link is not None:
        body.append(_FALLBACK.format(words=escape(words["fallback"]), url=escape(link)))
    return _PAGE.format(
        language=language,
        subject=escape(text.subject),
        body="\n".join(body),
        footer=escape(words["footer"].format(site=site)),
    )
