/** Registration and sign-in with a password, and with a code that a callback of yours returns. */

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
 * What a person needs to enter a code.
 *
 * When the second factor is set up, show `secret`, `otpauthUrl` or `qrCode` (a `data:` URL), so
 * that the person can add it to an authenticator. Later they are undefined.
 */
export interface Prompt {
  email: string;
  secret?: string;
  otpauthUrl?: string;
  qrCode?: string;
  /** Greater than 1 if the previous code was wrong. */
  attempt: number;
}

/** Asks the person for a code of the authenticator or a backup code, and returns it. */
export type Code = (prompt: Prompt) => string | Promise<string>;

/** A session in a workspace. `api` renews its tokens when needed, once for all calls. */
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

  /** Yield every receipt, newest first. Each request fetches `page` of them. */
  receipts(options: ReceiptFilters & Paged = {}): AsyncGenerator<Models.ConsentReceipt, void> {
    return receipts(this.api, "/v1/consent-events", options);
  }

  /** Yield every domain, newest first. */
  domains(options: DomainFilters & Paged = {}): AsyncGenerator<Models.Domain, void> {
    return domains(this.api, "/v1/domains", options);
  }

  /** Yield every event of the audit log, newest first. */
  auditEvents(options: AuditFilters & Paged = {}): AsyncGenerator<Models.AuditEvent, void> {
    return auditEvents(this.api, options);
  }

  /** Yield every row of the feed, newest first. */
  notifications(options: Paged = {}): AsyncGenerator<Models.NotificationItem, void> {
    return notifications(this.api, options);
  }

  /** Yield every published version of a domain's banner, newest first. */
  bannerVersions(
    domainId: string,
    options: Paged = {},
  ): AsyncGenerator<Models.BannerVersion, void> {
    return bannerVersions(this.api, domainId, options);
  }

  /** End the session at the service, and delete the stored tokens. */
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

/** An account's session. `backupCodes` are those of a second factor that was just set up. */
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
  async startDemo(options: { store?: Store } = {}): Promise<Workspace> {
    const { data } = await this.api.POST("/v1/billing/demo", { body: {} });
    return await exchange(this.baseUrl, data.handoff.code, options);
  }
}

/** The data of a registration. */
export interface Registration {
  email: string;
  password: string;
  code: Code;
  name?: string;
  organizationName?: string;
}

/** Register and set up the second factor. Throws Conflict if the address is already taken. */
export async function register(baseUrl: string, registration: Registration): Promise<Account> {
  const { code, ...body } = registration;
  const { data } = await openClient(baseUrl).POST("/v1/auth/register", { body });
  return accountOf(baseUrl, await finish(baseUrl, body.email, data, code));
}

/** The data of a sign-in. `store` stores the tokens of a workspace, by default in memory. */
export interface SignIn {
  email: string;
  password: string;
  code: Code;
  store?: Store;
}

/**
 * Sign in to the workspace with this slug or, without one, to the account.
 *
 * Calls `code` for the code, and sets up the second factor if the account has none. Throws
 * ApiError.
 */
export function signIn(
  baseUrl: string,
  credentials: SignIn & { workspace: string },
): Promise<Workspace>;
export function signIn(
  baseUrl: string,
  credentials: SignIn & { workspace?: undefined },
): Promise<Account>;
export async function signIn(
  baseUrl: string,
  credentials: SignIn & { workspace?: string | undefined },
): Promise<Workspace | Account> {
  const { email, password, workspace, code, store } = credentials;
  const api = openClient(baseUrl);
  if (workspace === undefined) {
    const { data } = await api.POST("/v1/auth/account-login", { body: { email, password } });
    return accountOf(baseUrl, await finish(baseUrl, email, data, code));
  }
  const body = { email, password, orgSlug: workspace };
  const { data } = await api.POST("/v1/auth/login", { body });
  return await sessionOf(baseUrl, await finish(baseUrl, email, data, code), store);
}

/** Redeem a hand-off code for a session in its workspace. It works once, for a minute. */
export async function exchange(
  baseUrl: string,
  code: string,
  { store }: { store?: Store } = {},
): Promise<Workspace> {
  const { data } = await openClient(baseUrl).POST("/v1/auth/handoff/exchange", { body: { code } });
  return await sessionOf(baseUrl, data, store);
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
    return await promptUntilRight({ email }, code, async (entered) => {
      const body = { challengeToken, code: entered };
      return (await api.POST("/v1/auth/2fa/verify", { body })).data;
    });
  }
  const { data: setup } = await api.POST("/v1/auth/2fa/setup", { body: { challengeToken } });
  const { secret, otpauthUrl, qrCodeDataUrl: qrCode } = setup;
  return await promptUntilRight({ email, secret, otpauthUrl, qrCode }, code, async (entered) => {
    const body = { challengeToken, code: entered };
    return (await api.POST("/v1/auth/2fa/setup/confirm", { body })).data;
  });
}

// Another code may be entered until the challenge expires.
async function promptUntilRight(
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
  if (!("accountToken" in answer)) {
    throw new TypeError("The response contains no session of an account");
  }
  return new Account(baseUrl, answer.accountToken, backupCodesOf(answer));
}

async function sessionOf(
  baseUrl: string,
  answer: Session,
  store: Store = new MemoryStore(),
): Promise<Workspace> {
  if (!("refreshToken" in answer)) {
    throw new TypeError("The response contains no session of a workspace");
  }
  const { accessToken, refreshToken, organization } = answer;
  await store.lock(async () => await store.save({ accessToken, refreshToken }));
  return new Workspace(baseUrl, store, organization.slug, backupCodesOf(answer));
}
