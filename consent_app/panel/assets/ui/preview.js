/** The banner as visitors would see it: the real script in a frame without network access. */
import { _ } from "../lib/texts.js";
import { Later } from "../lib/turns.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../vendor.js";
import { Skeleton } from "./parts.js";

/** @type {Record<string, [width: number, height: number]>} */
const SIZES = { phone: [360, 640], desktop: [1100, 640] };

/**
 * @param {{banner: any, failed?: boolean, children?: any}} props
 * `banner`: a PublicBanner, undefined until it has loaded; `failed`: it could not be loaded; `children` are next to the choices
 */
export function Preview({ banner, failed = false, children }) {
  const [size, setSize] = useState(() => (matchMedia("(max-width: 34rem)").matches ? "phone" : "desktop"));
  const [dark, setDark] = useState(false);
  const [room, setRoom] = useState(0);
  const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
  const around = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width = 1, height = 1] = SIZES[size] ?? [];
  const key = useMemo(() => JSON.stringify([banner, dark]), [banner, dark]);
  // Before the frame loads, because it sends only one message that it is ready.
  useLayoutEffect(() => {
    /** @param {MessageEvent} event */
    const receive = (event) => {
      const inside = frame.current?.contentWindow;
      if (inside && event.source === inside && event.data === "ready") inside.postMessage({ banner, dark }, "*");
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [key]);
  useLayoutEffect(() => {
    // Measured after the layout: an earlier measurement would cause a second layout.
    const watch = new ResizeObserver(() => setRoom(around.current?.clientWidth ?? 0));
    if (around.current) watch.observe(around.current);
    return () => watch.disconnect();
  }, []);
  // Scaled so that the whole screen is visible.
  const scale = Math.min(1, room / width);
  return html`<div class="tools">
      ${children}
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
    <div class="frame" ref=${around} style=${{ width: "100%", aspectRatio: `${width} / ${height}`, maxHeight: `${height + 2}px` }}>
      ${!banner && !failed && html`<${Skeleton} lines=${8} />`}
      ${banner && room > 0 && html`<${Later}>${() => html`<iframe
        key=${key}
        ref=${frame}
        src="/panel/preview"
        sandbox="allow-scripts"
        title=${_("The banner as visitors see it")}
        width=${width}
        height=${height}
        style=${{ transform: `translateX(${Math.round((room - width * scale) / 2)}px) scale(${scale})` }}
      ></iframe>`}<//>`}
    </div>`;
}
