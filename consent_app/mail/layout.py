"""The one layout of all mails: the same content as plain text and as HTML.

The HTML loads nothing: no image, no font, no stylesheet. Its one link is also spelled out, for
readers that show no button.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape

from consent_app.mail.templates import MailText

_WORDS = {
    "en": {
        "fallback": "If the button does not work, open this address:",
        "footer": "This mail was sent automatically by {site}.",
        "why": "You get it as a member of a workspace there. Which mails you get is set under mail"
        " preferences. To get none of this kind any more:",
        "unsubscribe": "Unsubscribe",
    },
    "de": {
        "fallback": "Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
        "footer": "Diese E-Mail wurde automatisch von {site} versandt.",
        "why": "Sie erhalten sie als Mitglied eines Arbeitsbereichs. Welche Nachrichten Sie"
        " bekommen, stellen Sie unter E-Mail-Einstellungen ein. Um keine dieser Art mehr zu"
        " erhalten:",
        "unsubscribe": "Abmelden",
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
font-size:13px;color:#595959">{footer}</p>{unsubscribe}
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
_LIST = '<ul style="margin:0 0 16px;padding-left:20px">{}</ul>'
_UNSUBSCRIBE = (
    '\n<p style="margin:8px 0 0;font-size:13px;color:#595959">{why}'
    ' <a href="{url}" style="color:#1f4fd8">{label}</a></p>'
)
_OTHER = '<p style="margin:0 0 16px"><a href="{url}" style="color:#1f4fd8">{label}</a></p>'
_FALLBACK = (
    '<p style="margin:0 0 16px;font-size:14px;color:#595959">{words}<br>'
    '<a href="{url}" style="color:#1f4fd8;overflow-wrap:anywhere">{url}</a></p>'
)


@dataclass(frozen=True, slots=True)
class Content:
    """What a mail says, in one language. ``link`` is where its button leads, ``other_link`` where
    the lesser one at the end does; ``lines`` are listed below the paragraphs; ``unsubscribe`` is
    the page on which its recipient leaves the list.
    """

    text: MailText
    language: str
    site: str
    link: str | None = None
    lines: tuple[str, ...] = ()
    unsubscribe: str | None = None
    other_link: str | None = None


def render_text(content: Content) -> str:
    """Return the plain text. Lines are wrapped; the link stands alone on its own."""
    words, text = _WORDS[content.language], content.text
    blocks = [textwrap.fill(paragraph, 76) for paragraph in text.paragraphs]
    if content.lines:
        blocks.append("\n".join(f"- {line}" for line in content.lines))
    if text.action is not None and content.link is not None:
        blocks.append(f"{text.action}:\n{content.link}")
    blocks.extend(textwrap.fill(paragraph, 76) for paragraph in text.closing)
    if text.other_action is not None and content.other_link is not None:
        blocks.append(f"{text.other_action}:\n{content.other_link}")
    blocks.append(f"-- \n{words['footer'].format(site=content.site)}")
    if content.unsubscribe is not None:
        blocks.append(f"{textwrap.fill(words['why'], 76)}\n{content.unsubscribe}")
    return "\n\n".join(blocks) + "\n"


def render_html(content: Content) -> str:
    """Return the HTML page, with everything that came from parameters escaped."""
    words, text, link = _WORDS[content.language], content.text, content.link
    body = [_PARAGRAPH.format(escape(paragraph)) for paragraph in text.paragraphs]
    if content.lines:
        body.append(_LIST.format("".join(f"<li>{escape(line)}</li>" for line in content.lines)))
    if text.action is not None and link is not None:
        body.append(_BUTTON.format(url=escape(link), label=escape(text.action)))
    body.extend(_PARAGRAPH.format(escape(paragraph)) for paragraph in text.closing)
    if text.other_action is not None and content.other_link is not None:
        body.append(_OTHER.format(url=escape(content.other_link), label=escape(text.other_action)))
    if text.action is not None and link is not None:
        body.append(_FALLBACK.format(words=escape(words["fallback"]), url=escape(link)))
    unsubscribe = ""
    if content.unsubscribe is not None:
        unsubscribe = _UNSUBSCRIBE.format(
            why=escape(words["why"]),
            url=escape(content.unsubscribe),
            label=escape(words["unsubscribe"]),
        )
    return _PAGE.format(
        language=content.language,
        subject=escape(text.subject),
        body="\n".join(body),
        footer=escape(words["footer"].format(site=content.site)),
        unsubscribe=unsubscribe,
    )
