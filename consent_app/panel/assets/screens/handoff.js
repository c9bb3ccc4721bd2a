/** Where a sign-in arrives from another origin: the code is in the fragment, which no log sees. */
import { place } from "../lib/place.js";
import { explain } from "../lib/problems.js";
import { go, ownPath } from "../lib/router.js";
import { anyone, keepSession } from "../lib/session.js";
import { _ } from "../lib/texts.js";
import { Failure, Heading, Link, Skeleton } from "../ui/parts.js";
import { html, useEffect, useRef, useState } from "../vendor.js";

export function Screen() {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const given = new URLSearchParams(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
    redeem(given.get("code") ?? "", given.get("to")).catch((error) => {
      const found = explain(error);
      const spent = _("This link was already used or is older than a minute. Sign in again.");
      setProblem(found.code === "invalid_code" ? { ...found, text: spent } : found);
    });
  }, []);
  if (!problem) return html`<${Heading} title=${_("Opening …")} /><${Skeleton} lines=${3} />`;
  return html`<${Heading} title=${_("This could not be opened")} />
    <${Failure} problem=${problem} />
    <p><${Link} to="/sign-in" class="button primary">${_("Sign in")}<//></p>`;
}

/** @param {string} code @param {string | null} to */
async function redeem(code, to) {
  if (!code) {
    go("/sign-in", { replace: true });
    return;
  }
  const body = { code };
  if (place.slug) {
    await keepSession((await anyone.POST("/v1/auth/handoff/exchange", { body })).data);
    go(ownPath(to) ?? "/", { replace: true });
    return;
  }
  await keepSession((await anyone.POST("/v1/auth/account-handoff/exchange", { body })).data);
  go(ownPath(to) ?? "/account", { replace: true });
}
