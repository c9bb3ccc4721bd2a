/** Which requests are retried, and after how many seconds. */

import { NetworkError, RateLimited, Unavailable } from "./errors.js";

/** How often a request is retried by default. */
export const RETRIES = 2;

/** Seconds. If the service asks for a longer wait, the error is thrown and the caller decides. */
export const LONGEST_WAIT = 60;

/** Return a key for a decision, with which a request can be retried safely. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/** Send a request, and retry it if that is safe and likely to help. */
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

/** Wait for a number of seconds. */
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
