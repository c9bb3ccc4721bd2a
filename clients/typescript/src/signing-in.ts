/** Registration and sign-in: the password, then a code that a callback of yours asks for. */

import type * as Models from "./generated/schema.js";
import { Unauthenticated } from "./errors.js";
import { openClient, type Api } from "./http.js";
import {
  auditEvents,
  bannerVersions,
  domains,
  notifications,
  receipts,
  type AuditFilters,
  type DomainFilters,
  type Paged,
  type ReceiptFilters,
} from "./lists.js";
import { MemoryStore, RotatingAuth, type Store } from "./tokens.js";

/**
 * What the person needs to find the code.
 *
 * On enrolment `secret`, `otpauthUrl` and `qrCode` (a `data:` URL) are to be shown, so that an
 * authenticator takes them in; on a sign-in they are not there.
 */
export interface Prompt {
  email: string;
  secret?: string;
  otpauthUrl?: string;
  qrCode?: string;
  /** 1, and more where the code before was wrong. */
  attempt: number;
}

/** Asks the person for six digits of the authenticator, or for a backup code; again after a wrong one. */
export type Code = (prompt: Prompt) => string | Promise<string>;

/** A session in one workspace. `api` renews its token by itself, once for all calls. */
export class Workspace {
  readonly api: Api;

  constructor(
    readonly baseUrl: string,
    readonly store: Store,
    readonly slug?: string,
    readonly backupCodes: string[] = [],
  ) {
    this.api = openClient(baseUrl, { auth: new RotatingAuth(baseUrl, store) });
  }

  /** Give every receipt, newest first, `page` at a time, as they are asked for. */
  receipts(given: ReceiptFilters & Paged = {}): AsyncGenerator<Models.ConsentReceipt, void> {
    return receipts(this.api, "/v1/consent-events", given);
  }

  /** Give every domain, newest first. */
  domains(given: DomainFilters & Paged = {}): AsyncGenerator<Models.Domain, void> {
    return domains(this.api, "/v1/domains", given);
  }

  /** Give every event of the audit log, newest first. */
  auditEvents(given: AuditFilters & Paged = {}): AsyncGenerator<Models.AuditEvent, void> {
    return auditEvents(this.api, given);
  }

  /** Give every row of the feed, newest first. */
  notifications(given: Paged = {}): AsyncGenerator<Models.NotificationItem, void> {
    return notifications(this.api, given);
  }

  /** Give every published version of a domain's banner, newest first. */
  bannerVersions(
    domainId: string,
    given: Paged = {},
  ): AsyncGenerator<Models.BannerVersion, void> {
    return bannerVersions(this.api, domainId, given);
  }

  /** End the session, here and at the service. */
  async signOut(): Promise<void> {
    const tokens = await this.store.lock(async () => {
      const last = await this.store.load();
      await this.store.save(undefined);
      return last;
    });
    if (tokens === undefined) return;
    const { refreshToken } = tokens;
    await openClient(this.baseUrl).POST("/v1/auth/logout", { body: { refreshToken } });
  }
}

/** A person signed in without a workspace. `backupCodes` are shown after enrolment, once. */
export class Account {
  readonly api: Api;

  constructor(
    readonly baseUrl: string,
    token: string,
    readonly backupCodes: string[] = [],
  ) {
    this.api = openClient(baseUrl, { token });
  }

  /** Start a demo workspace and sign in to it. */
  async startDemo(given: { store?: Store } = {}): Promise<Workspace> {
    const { data } = await this.api.POST("/v1/billing/demo", { body: {} });
    return await exchange(this.baseUrl, data.handoff.code, given);
  }
}

/** Who registers. */
export interface Registration {
  email: string;
  password: string;
  code: Code;
  name?: string;
  organizationName?: string;
}

/** Register and enrol the second factor. Throws ApiError (Conflict: the address is taken). */
export async function register(baseUrl: string, given: Registration): Promise<Account> {
  const { code, ...body } = given;
  const { data } = await openClient(baseUrl).POST("/v1/auth/register", { body });
  return accountOf(baseUrl, await finish(baseUrl, given.email, data, code));
}

/** Who signs in. `store` keeps the tokens of a workspace, by default in memory. */
export interface SignIn {
  email: string;
  password: string;
  code: Code;
  store?: Store;
}

/**
 * Sign in to the workspace with this slug or, without one, to the account.
 *
 * Asks `code` for a code; enrols the second factor where there is none. Throws ApiError.
 */
export function signIn(
  baseUrl: string,
  given: SignIn & { workspace: string },
): Promise<Workspace>;
export function signIn(
  baseUrl: string,
  given: SignIn & { workspace?: undefined },
): Promise<Account>;
export async function signIn(
  baseUrl: string,
  given: SignIn & { workspace?: string | undefined },
): Promise<Workspace | Account> {
  const { email, password, workspace } = given;
  const api = openClient(baseUrl);
  if (workspace === undefined) {
    const { data } = await api.POST("/v1/auth/account-login", { body: { email, password } });
    return accountOf(baseUrl, await finish(baseUrl, email, data, given.code));
  }
  const body = { email, password, orgSlug: workspace };
  const { data } = await api.POST("/v1/auth/login", { body });
  return await sessionOf(baseUrl, await finish(baseUrl, email, data, given.code), given.store);
}

/** Redeem a hand-off code for a session in its workspace. It works once, within a minute. */
export async function exchange(
  baseUrl: string,
  code: string,
  given: { store?: Store } = {},
): Promise<Workspace> {
  const { data } = await openClient(baseUrl).POST("/v1/auth/handoff/exchange", { body: { code } });
  return await sessionOf(baseUrl, data, given.store);
}

type Session = Models.SessionResponse | Models.EnrolledSessionResponse;

async function finish(
  baseUrl: string,
  email: string,
  challenge: Models.ChallengeResponse,
  code: Code,
): Promise<Session> {
  const api = openClient(baseUrl);
  const { challengeToken } = challenge;
  if (!("twoFactorSetupRequired" in challenge)) {
    return await asked({ email }, code, async (entered) => {
      const body = { challengeToken, code: entered };
      return (await api.POST("/v1/auth/2fa/verify", { body })).data;
    });
  }
  const { data: shown } = await api.POST("/v1/auth/2fa/setup", { body: { challengeToken } });
  const { secret, otpauthUrl, qrCodeDataUrl: qrCode } = shown;
  return await asked({ email, secret, otpauthUrl, qrCode }, code, async (entered) => {
    const body = { challengeToken, code: entered };
    return (await api.POST("/v1/auth/2fa/setup/confirm", { body })).data;
  });
}

// A mistyped code may be given again for as long as the challenge lives.
async function asked(
  prompt: Omit<Prompt, "attempt">,
  code: Code,
  enter: (entered: string) => Promise<Session>,
): Promise<Session> {
  for (let attempt = 1; ; attempt += 1) {
    const entered = await code({ ...prompt, attempt });
    try {
      return await enter(entered);
    } catch (error) {
      if (!(error instanceof Unauthenticated && error.code === "invalid_code")) throw error;
    }
  }
}

function backupCodesOf(answer: Session): string[] {
  return "backupCodes" in answer ? answer.backupCodes : [];
}

function accountOf(baseUrl: string, answer: Session): Account {
  if (!("accountToken" in answer)) throw new TypeError("The service answered no account's session");
  return new Account(baseUrl, answer.accountToken, backupCodesOf(answer));
}

async function sessionOf(
  baseUrl: string,
  answer: Session,
  store: Store = new MemoryStore(),
): Promise<Workspace> {
  if (!("refreshToken" in answer)) throw new TypeError("The service answered no workspace's session");
  const { accessToken, refreshToken, organization } = answer;
  await store.lock(async () => await store.save({ accessToken, refreshToken }));
  return new Workspace(baseUrl, store, organization.slug, backupCodesOf(answer));
}
