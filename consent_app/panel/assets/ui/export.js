/** An export as a file, with its progress and a check that it is complete. */
import { announce } from "../lib/announce.js";
import { number } from "../lib/format.js";
import { panelSite } from "../lib/panel-site.js";
import { explain } from "../lib/problems.js";
import { api } from "../lib/session.js";
import { _, ngettext } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";
import { Failure } from "./parts.js";

/** @type {Record<string, string>} */
const FORMS = { csv: "text/csv", ndjson: "application/x-ndjson", json: "application/json" };

/** @param {{filters: any}} props */
export function Export({ filters }) {
  const [form, setForm] = useState("csv");
  const [state, setState] = useState(/** @type {any} */ ({ kind: "idle" }));
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const begin = async (/** @type {MouseEvent} */ event) => {
    // The second click of a double click may come after the response.
    if (state.kind === "busy" || event.detail > 1) return;
    stopping.current = new AbortController();
    setState({ kind: "busy", bytes: 0 });
    try {
      const outcome = await fetchAll(filters, form, stopping.current.signal, (bytes) => setState({ kind: "busy", bytes }));
      setState({ kind: "done", form, ...outcome });
      announce(_("The export is complete."));
    } catch (error) {
      setState(stopping.current.signal.aborted ? { kind: "idle" } : { kind: "failed", problem: explain(error) });
    }
  };
  return html`<section class="card" aria-label=${_("Export")}>
    <h2>${_("Export")}</h2>
    <p>${_("Everything that matches these filters, in one file.")}</p>
    <div class="actions">
      <label class="row">
        ${_("Format")}
        <select value=${form} onChange=${(/** @type {any} */ event) => setForm(event.target.value)}>
          <option value="csv">CSV</option>
          <option value="ndjson">NDJSON</option>
          <option value="json">JSON</option>
        </select>
      </label>
      <button type="button" class="primary" aria-disabled=${state.kind === "busy"} onClick=${begin}>${_("Export")}</button>
      ${state.kind === "busy" &&
      html`<progress aria-label=${_("Export")}></progress>
        <span>${_("{n} kB so far", { n: number(Math.round(state.bytes / 1000)) })}</span>
        <button type="button" onClick=${() => stopping.current.abort()}>${_("Stop")}</button>`}
    </div>
    ${state.kind === "failed" && html`<${Failure} problem=${state.problem} retry=${begin} />`}
    ${state.kind === "done" &&
    html`<div class="notice good">
      <p><a href=${state.address} download=${`receipts.${state.form}`}>${_("Save receipts.{form}", { form: state.form })}</a></p>
      ${state.manifest &&
      html`<dl class="facts">
        <dt>${_("Receipts")}</dt><dd>${number(state.manifest.rows)}</dd>
        <dt>${_("Bytes")}</dt><dd>${number(state.manifest.size)}</dd>
        <dt>SHA-256</dt><dd><code>${state.manifest.sha256}</code></dd>
      </dl>
      ${state.manifest.rows >= panelSite.exportRows && html`<p><strong>${ngettext("A file can have at most {n} receipt: this is the newest. For older ones, choose an earlier day as “To” and export again.", "A file can have at most {n} receipts: these are the newest. For older ones, choose an earlier day as “To” and export again.", panelSite.exportRows)}</strong></p>`}
      <p class="hint">${state.whole ? _("The download is intact: the digests match.") : _("The download is damaged. Export again.")}</p>`}
      ${state.form === "csv" && html`<p class="hint">${_("In Excel, import the file with Data → From Text/CSV: opened with a double click, umlauts and accents may be garbled.")}</p>`}
    </div>`}
  </section>`;
}

/**
 * @param {any} query
 * @param {string} form
 * @param {AbortSignal} signal
 * @param {(bytes: number) => void} onBytes
 */
async function fetchAll(query, form, signal, onBytes) {
  const { response } = await api.GET("/v1/consent-events", {
    params: { query: { limit: panelSite.exportRows, ...query } },
    headers: { Accept: FORMS[form] },
    parseAs: "stream",
    signal,
  });
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) break;
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
    bytes += value.length;
    onBytes(bytes);
  }
  const file = new Blob(parts, { type: FORMS[form] });
  const manifest = await manifestOf(response.headers.get("X-Export-Manifest"));
  const whole = manifest ? (await digestOf(file)) === manifest.sha256 : false;
  return { address: URL.createObjectURL(file), manifest, whole };
}

/** @param {string | null} named */
async function manifestOf(named) {
  const manifestId = named?.split("/").at(-1);
  if (!manifestId) return null;
  try {
    return (await api.GET("/v1/export-manifests/{manifestId}", { params: { path: { manifestId } } })).data;
  } catch {
    return null;
  }
}

/** @param {Blob} file */
async function digestOf(file) {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
