"""Waiting for a page's requests waits for a frame's, too."""

from __future__ import annotations

from playwright.sync_api import Page, Route

from tests.support.traffic import wait_until_quiet

PAGE = "<iframe src='/frame'></iframe><img src='/missing'>"

FRAME = """<body><script>
setTimeout(async () => {
  document.body.textContent = await (await fetch("/text")).text();
}, 200);
</script>"""


def test_a_frames_late_request_is_waited_for(page: Page) -> None:
    page.route("**/*", answer)
    page.goto("http://shop.example/")
    wait_until_quiet(page)
    frame = page.frames[1]
    assert frame.evaluate("document.body.textContent") == "late"


def answer(route: Route) -> None:
    """Answer the page and its frame, in which a script asks for more, and refuse all else."""
    path = route.request.url.removeprefix("http://shop.example")
    texts = {"/": PAGE, "/frame": FRAME, "/text": "late"}
    if path not in texts:
        route.abort()
    else:
        route.fulfill(body=texts[path], content_type="text/html")
