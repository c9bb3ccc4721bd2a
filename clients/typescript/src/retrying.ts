/** When a request is sent again, and after how many seconds. */

import { NetworkError, RateLimited, Unavailable } from "./errors.js";

/** How often a request is sent again unless the caller says otherwise. */
export const RETRIES = 2;

/** Seconds. A service that asks for a longer wait is not waited for: the caller decides. */
export const LONGEST_WAIT = 60;

/** Return a key for a decision: with it, a request may be sent again without harm. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/** Send a request, and again where that does no harm and is likely to help. */
export async function repeated(
  request: Request,
  retries: number,
  send: (attempt: Request) => Promise<Response>,
): Promise<Response> {
  for (let attempt = 0; attempt < retries; attempt += 1) {
    try {
      return await send(request.clone());
    } catch (error) {
      const seconds = waitAfter(request, error, attempt);
      if (seconds === undefined) throw error;
      await sleep(seconds);
    }
  }
  return await send(request);
}

/** Do nothing for so many seconds. */
export function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function waitAfter(request: Request, error: unknown, attempt: number): number | undefined {
  const safe = request.method === "GET" || request.method === "HEAD";
  if (!safe && !request.headers.has("Idempotency-Key")) return undefined;
  if (error instanceof NetworkError) return Math.min(0.25 * 2 ** attempt, 5);
  if (!(error instanceof RateLimited || error instanceof Unavailable)) return undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  const { retryAfter } = error;
  return retryAfter === undefined || retryAfter > LONGEST_WAIT ? undefined : retryAfter;
}
