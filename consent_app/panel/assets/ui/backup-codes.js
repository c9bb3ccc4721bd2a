/** Backup codes, which are shown once. */
import { panelSite } from "../lib/panel-site.js";
import { dirty } from "../lib/router.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useId, useRef, useState } from "../vendor.js";
import { Action, Copy } from "./parts.js";

/**
 * @param {{codes: string[], onDone: () => unknown}} props
 */
export function BackupCodes({ codes, onDone }) {
  const [isSaved, setSaved] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const id = useId();
  const self = useRef({}).current;
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (isSaved) dirty.delete(self);
    else dirty.set(self, _("Your backup codes are shown only now. Leave the page without saving them?"));
    return () => void dirty.delete(self);
  }, [isSaved]);
  const address = URL.createObjectURL(
    new Blob([`${panelSite.product}\n${location.host}\n\n${codes.join("\n")}\n`], { type: "text/plain" }),
  );
  const isMissing = isConfirming && !isSaved;
  const proceed = async () => {
    if (!isSaved) {
      setConfirming(true);
      return;
    }
    // The effect runs only after the next frame: pressed earlier, the button would ask about codes that are saved.
    dirty.delete(self);
    await onDone();
  };
  return html`<h2 tabindex="-1" ref=${heading}>${_("Save your backup codes")}</h2>
    <p>
      ${_("Use one of these to sign in if you lose your phone. Each works once. They are shown only now: save them where you keep your passwords.")}
    </p>
    <ol class="codes" aria-label=${_("Backup codes")}>${codes.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ol>
    <div class="actions">
      <a class="button" href=${address} download="backup-codes.txt">${_("Download")}</a>
      <button type="button" onClick=${() => print()}>${_("Print")}</button>
      <${Copy} text=${codes.join("\n")} label=${_("Backup codes")} />
    </div>
    <label class="choice">
      <input type="checkbox" checked=${isSaved} onChange=${() => setSaved(!isSaved)} aria-invalid=${isMissing ? "true" : undefined} aria-describedby=${isMissing ? id : undefined} />
      ${_("I have saved these codes")}
    </label>
    ${isMissing && html`<p class="field-error" id=${id} role="alert">${_("Save the codes first, then tick the box.")}</p>`}
    <p><${Action} class="primary" onPress=${proceed}>${_("Continue")}<//></p>`;
}
