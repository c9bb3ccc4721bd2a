/** The banner as visitors would see it, by the real script, in a frame that reaches nothing. */
import { _ } from "../lib/texts.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor.js";

/** @type {Record<string, [width: number, height: number]>} */
const SIZES = { phone: [360, 640], desktop: [1100, 640] };

/** @param {{banner: any}} props a PublicBanner */
export function Preview({ banner }) {
  const [size, setSize] = useState("desktop");
  const [dark, setDark] = useState(false);
  const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
  const [width = 0, height = 0] = SIZES[size] ?? [];
  const key = JSON.stringify([banner, dark]);
  // Before the frame can load: it says only once that it is ready.
  useLayoutEffect(() => {
    /** @param {MessageEvent} event */
    const answer = (event) => {
      const inside = frame.current?.contentWindow;
      if (inside && event.source === inside && event.data === "ready") inside.postMessage({ banner, dark }, "*");
    };
    addEventListener("message", answer);
    return () => removeEventListener("message", answer);
  }, [key]);
  return html`<div class="actions">
      <label class="row">
        ${_("Screen")}
        <select value=${size} onChange=${(/** @type {any} */ event) => setSize(event.target.value)}>
          <option value="desktop">${_("Desktop")}</option>
          <option value="phone">${_("Phone")}</option>
        </select>
      </label>
      <label class="choice">
        <input type="checkbox" checked=${dark} onChange=${() => setDark(!dark)} /> ${_("Dark")}
      </label>
    </div>
    <div class="frame" tabindex="0" role="region" aria-label=${_("Preview")}>
      <iframe
        key=${key}
        ref=${frame}
        class=${size}
        src="/panel/preview"
        sandbox="allow-scripts"
        title=${_("The banner as visitors see it")}
        width=${width}
        height=${height}
      ></iframe>
    </div>`;
}
