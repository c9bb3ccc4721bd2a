"""What a screen reader says on a page: live regions that change, and what gets the focus."""

from __future__ import annotations

from playwright.sync_api import Page

_LISTEN = """() => {
  globalThis.spoken = [];
  const LIVE = "[role=alert], [role=status], [aria-live]";
  const isHeard = (element) => {
    const dialogs = document.querySelectorAll("dialog:modal");
    return !dialogs.length || dialogs[dialogs.length - 1].contains(element);
  };
  const say = (element) => {
    const text = element.textContent.replace(/\\s+/g, " ").trim();
    if (text && isHeard(element)) spoken.push(text);
  };
  new MutationObserver((mutations) => {
    const regions = new Set();
    for (const { target, addedNodes, oldValue } of mutations) {
      // Set to the same text again, which changes nothing.
      if (oldValue !== null && oldValue === target.data) continue;
      const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        // Of what is new, only alerts are said: other regions must exist before they change.
        for (const alert of [node, ...node.querySelectorAll("*")]) {
          if (alert.matches("[role=alert]")) regions.add(alert);
        }
      }
    }
    regions.forEach(say);
  }).observe(document.body, { childList: true, characterDataOldValue: true, subtree: true });
  addEventListener("focusin", ({ target }) => {
    const described = (target.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
    const parts = described.map((id) => document.getElementById(id)?.textContent ?? "");
    const name = target.labels?.[0]?.textContent ?? target.textContent;
    spoken.push([name, ...parts].join(" ").replace(/\\s+/g, " ").trim());
  });
}"""


def listen(page: Page) -> None:
    """Begin to note what is said. A page that is loaded again says nothing more."""
    page.evaluate(_LISTEN)


def spoken(page: Page) -> list[str]:
    """Return what has been said since the last call, once the page has come to rest."""
    page.wait_for_timeout(300)
    said: list[str] = page.evaluate("spoken.splice(0)")
    return said
