/** The second step of every sign-in: a code, or setting up an authenticator. */
import { anyone } from "../lib/session.js";
import { BACKUP_CODE, CODE, explain } from "../lib/problems.js";
import { _ } from "../lib/texts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";
import { BackupCodes } from "./backup-codes.js";
import { Field, Form, Refusal, Submit, useForm } from "./forms.js";
import { Copyable, Failure, Skeleton } from "./parts.js";

/**
 * @param {{challenge: any, onDone: (newSession: any) => Promise<void>, onAgain: () => void}} props
 * `onAgain`: starts again with the password
 */
export const SecondFactor = ({ challenge, ...others }) =>
  "twoFactorSetupRequired" in challenge
    ? html`<${Enrolment} challengeToken=${challenge.challengeToken} ...${others} />`
    : html`<${Verification} challengeToken=${challenge.challengeToken} ...${others} />`;

/** @param {string} code as people write it */
export const bare = (code) => code.replace(/[\s-]/g, "");

/** @param {any} props */
function Verification({ challengeToken, onDone, onAgain }) {
  const [backup, setBackup] = useState(false);
  const form = useForm({ code: "" }, async ({ code }) => {
    const body = { challengeToken, code: bare(code) };
    const { data } = await anyone.POST("/v1/auth/2fa/verify", { body });
    await onDone(data);
  }, { fieldErrors: backup ? BACKUP_CODE : CODE });
  return html`<${Form} form=${form}>
    <${CodeField} key=${backup} form=${form} backup=${backup} />
    <${Refusal} form=${form} shown=${["code"]} />
    <${Submit} form=${form}>${_("Sign in")}<//>
    <p class="hint">
      <button type="button" class="link" onClick=${() => setBackup(!backup)}>
        ${backup ? _("Use the authenticator instead") : _("Use a backup code instead")}
      </button>
    </p>
    ${backup && html`<p class="hint">${_("Lost these codes too? Ask the operator of this server to reset your second factor.")}</p>`}
    <${Again} onPress=${onAgain} />
  <//>`;
}

/** A link to begin with the password again. @param {{onPress: () => void}} props */
const Again = ({ onPress }) => html`<p class="hint"><button type="button" class="link" onClick=${onPress}>${_("Start again")}</button></p>`;

/** @param {{form: any, backup?: boolean, setup?: boolean}} props `setup`: the secret above it is read first */
export function CodeField({ form, backup, setup }) {
  const label = backup ? _("Backup code") : _("Code from your authenticator");
  const hint = backup
    ? _("One of the ten codes that you saved when you set up the authenticator. Each works once.")
    : _("Six digits that change every 30 seconds.");
  return html`<${Field}
    form=${form}
    name="code"
    label=${label}
    hint=${hint}
    class="code"
    inputmode=${backup ? "text" : "numeric"}
    autocomplete="one-time-code"
    autocapitalize="off"
    spellcheck=${false}
    autofocus=${!setup}
  />`;
}

/** @param {any} props */
function Enrolment({ challengeToken, onDone, onAgain }) {
  const [secret, setSecret] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [newSession, setNewSession] = useState(/** @type {any} */ (null));
  const isRequested = useRef(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const form = useForm({ code: "" }, async ({ code }) => {
    const body = { challengeToken, code: bare(code) };
    const { data } = await anyone.POST("/v1/auth/2fa/setup/confirm", { body });
    setNewSession(data);
  }, { fieldErrors: CODE });
  useEffect(() => {
    // Each call creates a new secret, and the person may have scanned the first.
    if (isRequested.current) return;
    isRequested.current = true;
    anyone
      .POST("/v1/auth/2fa/setup", { body: { challengeToken } })
      .then(({ data }) => setSecret(data))
      .catch((error) => setProblem(explain(error)));
  }, []);
  useEffect(() => heading.current?.focus(), [secret]);
  if (newSession) return html`<${BackupCodes} codes=${newSession.backupCodes} onDone=${() => onDone(newSession)} />`;
  if (problem) {
    return html`<${Failure} problem=${problem} retry=${onAgain} />`;
  }
  if (!secret) return html`<${Skeleton} />`;
  return html`<h2 tabindex="-1" ref=${heading}>${_("Set up your authenticator")}</h2>
    <p>
      ${_("Every sign-in asks for a code that only your phone or password manager knows. Scan this QR code with an authenticator app.")}
    </p>
    <${Secret} of=${secret} />
    <${Form} form=${form}>
      <${CodeField} form=${form} setup />
      <${Refusal} form=${form} shown=${["code"]} />
      <${Submit} form=${form}>${_("Turn on")}<//>
      <${Again} onPress=${onAgain} />
    <//>`;
}

/** The secret of an authenticator, to scan, type or open. @param {{of: any}} props */
export const Secret = ({ of }) =>
  html`<p class="hint">${_("You have ten minutes for this step; after that, you can start it again.")}</p>
    <p class="qr"><img src=${of.qrCodeDataUrl} alt=${_("QR code for the authenticator; it contains the key below")} width="220" height="220" /></p>
    <p class="hint">${_("Cannot scan it? Type this key into the app instead:")}</p>
    <${Copyable} text=${of.secret} label=${_("Key for the authenticator")} />
    <p class="hint"><a href=${of.otpauthUrl}>${_("Open it in an app on this device")}</a></p>`;
