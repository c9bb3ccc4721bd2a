/**
 * The rotating refresh token: kept in a store, renewed by one at a time.
 *
 * The service gives a new refresh token with each renewal and ends the session when an old one
 * comes back. So whoever renews holds the store's lock, and reads the store again inside of it:
 * another call or another tab may have renewed meanwhile.
 */

import { problemOf, Unauthenticated } from "./errors.js";
import { openClient, type Auth, type Send } from "./http.js";

/** What a session holds. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Where a session's tokens are kept. `lock` keeps out all others that share them. */
export interface Store {
  /** Return the newest tokens, or undefined when there are none. */
  load(): Tokens | undefined | Promise<Tokens | undefined>;
  /** Keep these, or forget all. */
  save(tokens: Tokens | undefined): void | Promise<void>;
  /** Do the work while nobody else who shares the tokens does theirs. */
  lock<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Tokens of this program or page, safe between calls that run at once. */
export class MemoryStore implements Store {
  #tokens: Tokens | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tokens?: Tokens) {
    this.#tokens = tokens;
  }

  load(): Tokens | undefined {
    return this.#tokens;
  }

  save(tokens: Tokens | undefined): void {
    this.#tokens = tokens;
  }

  lock<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Sends the access token and, where it is refused, renews it once and sends again. */
export class RotatingAuth implements Auth {
  constructor(
    private readonly baseUrl: string,
    private readonly store: Store,
  ) {}

  /** Send a request. Throws Unauthenticated when the session has ended. */
  async send(request: Request, send: Send): Promise<Response> {
    const used = await this.store.load();
    if (used === undefined) return await send(request);
    const again = request.clone();
    const response = await send(bearing(request, used));
    if (response.status !== 401) return response;
    if ((await problemOf(response.clone())).code !== "unauthenticated") return response;
    return await send(bearing(again, await this.renew(used)));
  }

  /**
   * Return tokens newer than `used`; only the first of many that ask renews.
   *
   * Throws ApiError: 401 when the session has ended, which also empties the store.
   */
  renew(used: Tokens): Promise<Tokens> {
    return this.store.lock(async () => {
      const now = await this.store.load();
      if (now === undefined) {
        throw new Unauthenticated(401, { code: "unauthenticated", detail: "Signed out." });
      }
      if (now.accessToken !== used.accessToken) return now;
      try {
        const { data } = await openClient(this.baseUrl).POST("/v1/auth/refresh", {
          body: { refreshToken: now.refreshToken },
        });
        const fresh = { accessToken: data.accessToken, refreshToken: data.refreshToken };
        await this.store.save(fresh);
        return fresh;
      } catch (error) {
        if (error instanceof Unauthenticated) await this.store.save(undefined);
        throw error;
      }
    });
  }
}

function bearing(request: Request, tokens: Tokens): Request {
  request.headers.set("Authorization", `Bearer ${tokens.accessToken}`);
  return request;
}
