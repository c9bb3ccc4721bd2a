/**
 * A session's tokens: where they are stored, and how they are renewed.
 *
 * Each renewal replaces the refresh token, and the service ends a session whose former refresh
 * token is used. So tokens are renewed under the store's lock, and are read again first: another
 * call or tab may have renewed them in the meantime.
 */

import { problemOf, Unauthenticated } from "./errors.js";
import { openClient, type Auth, type Send } from "./http.js";

/** The tokens of a session. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Stores a session's tokens. `lock` excludes everyone else who shares them. */
export interface Store {
  /** Return the newest tokens, or undefined. */
  load(): Tokens | undefined | Promise<Tokens | undefined>;
  /** Store these tokens. `undefined` deletes them. */
  save(tokens: Tokens | undefined): void | Promise<void>;
  /** Do the work while nobody else holds the lock. */
  lock<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Stores tokens in memory, for all calls of this program or page. */
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

/** Sends the access token. If that is refused, renews the tokens and sends the request again. */
export class RotatingAuth implements Auth {
  constructor(
    private readonly baseUrl: string,
    private readonly store: Store,
  ) {}

  /** Send a request. Throws Unauthenticated if the session has ended. */
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
   * Return tokens newer than `used`. Of several callers, only the first renews them.
   *
   * Throws ApiError. A 401 means that the session has ended, and deletes the stored tokens.
   */
  renew(used: Tokens): Promise<Tokens> {
    return this.store.lock(async () => {
      const current = await this.store.load();
      if (current === undefined) {
        throw new Unauthenticated(401, {
          code: "unauthenticated",
          detail: "The session has ended. Sign in again.",
        });
      }
      if (current.accessToken !== used.accessToken) return current;
      try {
        const { data } = await openClient(this.baseUrl).POST("/v1/auth/refresh", {
          body: { refreshToken: current.refreshToken },
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
