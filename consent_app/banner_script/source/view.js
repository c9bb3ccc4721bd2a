// What the visitor sees: the question (first layer), the panel with the categories, the small
// button that reopens it, and the notice that the privacy signal was honoured.

import { quietly } from "./tag.js";
import { more } from "./loader.js";
import { dress } from "./styles.js";

/** Makes an element: `make("p", { className: "x", textContent: "…" }, child, …)`. */
function make(name, properties, ...children) {
  const element = document.createElement(name);
  // Only own properties: an `innerHTML` on the prototype of all objects would run as a script.
  for (const key of Object.keys(properties)) {
    // ARIA and the like are attributes; everything else is a property, text always plain text.
    if (key in element && key !== "role") element[key] = properties[key];
    else element.setAttribute(key, properties[key]);
  }
  element.append(...children.filter(Boolean));
  return element;
}

/**
 * Builds the interface of a published banner, showing nothing yet.
 *
 * `choose(granted, surface, asked)` is called when the visitor decides, `asked` if by accepting all;
 * `state()` gives `{ granted, record, signalled }` as they are now. `second` is the second file, where
 * the rule needs it.
 */
export function build(banner, choose, state, second) {
  const { texts, style, held, rule } = banner;
  const offered = banner.categories;
  const everything = offered.map(({ id }) => id);
  const place =
    (["top", "center"].includes(style?.position) ? style.position : "bottom") +
    (style?.layout === "box" ? " box" : "");
  // The owner may hide the small button if the page has its own control.
  const control = style?.reopen !== "none";
  const host = make("visitor-choices", { id: "visitor-choices" });
  const shadow = host.attachShadow({ mode: "open" });
  let layer;
  let panel;
  let opener;

  const root = make("section", {
    className: "root",
    lang: banner.locale,
    dir: banner.direction,
    "aria-label": texts.reopen,
  });
  dress(shadow, style);
  shadow.append(root);
  const button = (part, className, onclick) =>
    make("button", { type: "button", part, className, textContent: texts[part], onclick });

  const reopen = button("reopen", "reopen");
  const isOptOut = second && rule.model === "opt_out";
  if (isOptOut) second.link(reopen, rule);

  /** Accept and reject: the same size, colour and weight, unless the owner chooses otherwise. */
  const decisive = (surface) => [
    !held && button("accept", "main", () => decide(everything, surface)),
    button("reject", style?.reject === "lesser" ? "" : "main", () => decide([], surface)),
  ];

  const controller = () =>
    banner.controller && make("p", { className: "small" }, isolated(banner.controller));

  const description = (id) => {
    const url = quietly(() => new URL(banner.policyUrl));
    const link =
      /^https?:$/.test(url?.protocol) &&
      make("a", { href: url.href, textContent: texts.policy, target: "_blank", rel: "noopener" });
    // Without a question, the text must not be worded as one.
    const text = (banner.regime === "opt_out" && rule?.texts?.notice) || texts.description;
    return make("p", { id }, text, link && " ", link);
  };

  const purposes = () =>
    make("ul", {}, ...offered.map(({ title }) => make("li", { textContent: title })));

  function decide(granted, surface) {
    const inside = shadow.activeElement;
    choose(granted, surface, granted === everything);
    // The focused button has disappeared, so the focus moves to the small button.
    if (inside) reopen.focus({ preventScroll: true });
  }

  function swapLayer(next) {
    // Not `remove`: Prototype's fails if the button is not on the page.
    (layer || reopen).replaceWith();
    layer = next;
    if (next) root.append(next);
    else if (control || held) root.append(reopen);
  }

  // Stored locally only, because there is no such action of a receipt.
  const noticed = `consent:${banner.domainId}:notice`;
  const informed = () =>
    rule?.model === "notice" &&
    quietly(() => localStorage[noticed]) >= (banner.materialSince || 1);

  /** Asks with a non-modal dialog. Escape hides it until the next page. */
  function ask() {
    if (second && rule.model === "notice") {
      const acknowledged = () => quietly(() => (localStorage[noticed] = banner.version));
      notice(rule.texts.notice, rule.texts.acknowledge, acknowledged);
      return;
    }
    swapLayer(
      make(
        "div",
        {
          className: `layer ${place}`,
          part: "layer",
          role: "dialog",
          "aria-labelledby": "title",
          "aria-describedby": "description",
          onkeydown: ({ key }) => {
            if (key === "Escape") rest(true);
          },
        },
        make(
          "div",
          {},
          controller(),
          make("h2", { id: "title", textContent: texts.title }),
          description("description"),
          purposes(),
        ),
        make(
          "div",
          { className: "buttons" },
          ...decisive("first_layer"),
          button("customise", "", open),
        ),
      ),
    );
  }

  /** Shows that the signal was honoured, and where the visitor can choose otherwise. */
  function notice(text = texts.gpcHonoured, label = texts.close, done) {
    const status = make("p", { role: "status" });
    const close = button("close", "", () => {
      done?.();
      rest(true);
    });
    close.textContent = label;
    swapLayer(
      make(
        "div",
        { className: `layer notice ${place.replace("center", "")}`, part: "layer" },
        status,
        done && purposes(),
        make(
          "div",
          { className: "buttons" },
          button("customise", "", open),
          close,
        ),
      ),
    );
    // A live region only announces changes after it was added.
    setTimeout(() => (status.textContent = text), 100);
  }

  /** Shows only the small button. */
  function rest(focus) {
    swapLayer();
    if (focus) reopen.focus({ preventScroll: true });
  }

  /** The services of a category: provider, purpose and duration. */
  const behind = (services) =>
    services?.length > 0 &&
    make(
      "details",
      {},
      make("summary", { textContent: `${texts.services} (${services.length})` }),
      ...services.map(({ name, provider, purpose, duration, thirdParty }) => {
        const list = make("dl", { className: "small" });
        describe(list, texts.provider, provider, thirdParty && ` (${texts.thirdParty})`);
        describe(list, texts.purpose, purpose);
        describe(list, texts.duration, duration);
        return make("div", {}, make("h3", {}, isolated(name)), list);
      }),
    );

  /** An untranslated text keeps its own direction. */
  const isolated = (text) => make("bdi", { textContent: text });

  const describe = (list, name, value, extra) =>
    list.append(make("dt", { textContent: name }), make("dd", {}, isolated(value), extra));

  function choice(id, title, description, checked, disabled, services) {
    return make(
      "div",
      { className: "choice" },
      make("label", { htmlFor: id, textContent: title }),
      make("input", {
        type: "checkbox",
        role: "switch",
        id,
        checked,
        disabled,
        "aria-describedby": `${id}-text`,
      }),
      make("p", { id: `${id}-text`, textContent: description }),
      behind(services),
    );
  }

  /** Opens the categories as a modal dialog and gives the focus back when it closes. */
  function open() {
    if (panel) return;
    const { granted, record, signalled } = state();
    const surface = record ? "reopened" : "preferences";
    opener = shadow.activeElement || document.activeElement;
    const heading = make("h2", { id: "panel-title", tabIndex: -1, textContent: reopen.textContent });
    const choices = make(
      "div",
      {},
      choice("necessary", texts.necessaryTitle, texts.necessaryDescription, true, true),
      isOptOut && second.switches({ rule, offered, granted, record, signalled, choice, make }),
      ...offered.map(({ id, title, description, preselected, services }) => {
        if (isOptOut && id === "marketing") return "";
        const isGranted = granted.includes(id);
        const isChosen = isGranted || (!record && !!preselected);
        return choice(id, title, description, isChosen, held && !isGranted, services);
      }),
    );
    const save = () =>
      decide(
        everything.filter((id) => choices.querySelector(`#${id}`).checked),
        surface,
      );
    panel = make(
      "dialog",
      {
        className: "panel",
        part: "panel",
        "aria-labelledby": "panel-title",
        onclose: shut,
        // A press outside the panel has the dialog itself as its target. A click would too that ends
        // there, such as of a selection of text.
        onmousedown: ({ target }) => {
          if (target === panel) panel.close();
        },
      },
      make(
        "div",
        { className: "head" },
        make("div", {}, controller(), heading),
        make("button", {
          type: "button",
          className: "close",
          part: "close",
          "aria-label": texts.close,
          onclick: () => panel.close(),
        }),
      ),
      make(
        "div",
        { className: "body" },
        description("panel-description"),
        record?.source === "gpc" &&
          make("p", { className: "signal", textContent: texts.gpcHonoured }),
        choices,
        proof(record),
      ),
      make(
        "div",
        { className: "foot buttons" },
        ...decisive(surface),
        button("save", "main", save),
      ),
    );
    root.append(panel);
    if (layer) layer.hidden = true;
    panel.showModal();
    heading.focus();
  }

  /**
   * Shows the panel again if the page has moved it or replaced the body: it is no longer modal then. If
   * the page was replaced by `document.open`, nothing here reacts any more: what is open closes.
   */
  function resume() {
    if (!root.onclose) {
      root.onclose = reopen.onclick = open;
      shut();
      if (layer) rest();
    }
    if (!panel || panel.matches(":modal")) return;
    panel.open = false;
    panel.showModal();
  }

  /** Whether the use of sensitive data is limited; undefined if that is not offered. */
  const limits = () => root.querySelector("#limit")?.checked ?? state().record?.limitSensitive;

  function shut() {
    const closed = panel;
    panel = undefined;
    closed?.remove();
    if (layer) layer.hidden = false;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  }

  function proof(record) {
    const list = make("dl", { className: "small proof" });
    if (record) {
      const date = new Date(record.decidedAt);
      /** @type {Intl.DateTimeFormatOptions} */
      const format = { dateStyle: "long", timeStyle: "short" };
      describe(
        list,
        texts.decidedOn,
        quietly(() => date.toLocaleString(banner.locale, format)) || date.toLocaleString(),
      );
      if (record.receiptId) describe(list, texts.receipt, record.receiptId);
    }
    return list;
  }

  /** Shows the receipt in a panel that was already open when it arrived. */
  function refreshProof() {
    panel?.querySelector(".proof").replaceWith(proof(state().record));
  }

  /** Closes the question after a decision, in this tab or another. */
  function decided() {
    panel?.close();
    rest();
  }

  /** Creates the placeholder of held content: what it waits for, and a button to the categories. */
  function holder() {
    const element = make("visitor-choices-held", {});
    const inner = element.attachShadow({ mode: "open" });
    dress(inner, style);
    inner.append(
      make(
        "div",
        { className: "root held", lang: root.lang, dir: root.dir },
        make("p", { textContent: texts.blocked || texts.description }),
        (!held || state().record) && button("customise", "main", open),
      ),
    );
    return element;
  }

  document.addEventListener("focusin", ({ target }) => {
    if (panel || target === host) return;
    // The small button is only at the lower edge, so few pages load the second file because of it.
    if (!layer && /** @type {Element} */ (target).getBoundingClientRect().bottom < innerHeight - 50) return;
    more()
      .then(({ uncover }) => uncover(target, layer || reopen))
      .catch(() => {});
  });
  return { ask, notice, informed, rest, open, resume, decided, refreshProof, limits, host, holder };
}
