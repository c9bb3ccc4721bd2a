/** The client that calls the operations. It sends credentials and throws errors. */

import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from "openapi-fetch";

import { errorOf, NetworkError } from "./errors.js";
import type { paths } from "./generated/schema.js";
import { repeated, RETRIES } from "./retrying.js";

/** The version of this package; a test compares it with package.json. */
export const VERSION = "0.1.0";

type Json = "application/json";
type Method = "get" | "put" | "post" | "patch" | "delete";
type RequiredKeys<Init> = {
  [Key in keyof Init]-?: object extends Pick<Init, Key> ? never : Key;
}[keyof Init];
type InitOf<Init> = RequiredKeys<Init> extends never ? [Init?] : [Init];

/** The result of a call: `data` is the JSON of the response, with its type. */
export type Answer<Operation extends Record<string | number, unknown>, Init> = Extract<
  FetchResponse<Operation, Init, Json>,
  { data: unknown }
>;

/** Calls a path of openapi.yaml, as openapi-fetch does. Throws ApiError if it is refused. */
export type Call<By extends Method> = <
  Path extends ClientPathsWithMethod<Client<paths, Json>, By>,
  Init extends MaybeOptionalInit<paths[Path], By>,
>(
  path: Path,
  ...init: InitOf<Init>
) => Promise<Answer<paths[Path][By] & Record<string | number, unknown>, Init>>;

/** Every operation of openapi.yaml, by method and path. */
export interface Api {
  GET: Call<"get">;
  PUT: Call<"put">;
  POST: Call<"post">;
  PATCH: Call<"patch">;
  DELETE: Call<"delete">;
}

/** Sends one request. */
export type Send = (request: Request) => Promise<Response>;

/** Sends a request with a credential, and once more if that had to be renewed. */
export interface Auth {
  send(request: Request, send: Send): Promise<Response>;
}

/** The options of a client, with `token`, with `auth` or with neither. */
export interface ClientOptions {
  token?: string | undefined;
  auth?: Auth | undefined;
  headers?: Record<string, string> | undefined;
  /** Seconds until a response must begin; 30 by default. Its body may take longer. */
  timeout?: number | undefined;
  /**
   * How often a GET request, or one with an `Idempotency-Key`, is retried after 429, 503 or a
   * broken connection; 2 by default. 0 turns retries off.
   */
  retries?: number | undefined;
}

/** Return a client for all operations of the service at `baseUrl`. */
export function openClient(baseUrl: string, options: ClientOptions = {}): Api {
  const { token, auth, headers, timeout = 30, retries = RETRIES } = options;
  const send: Send = (request) => sendWithin(request, timeout);
  const agent = userAgent();
  return createClient<paths, Json>({
    baseUrl,
    headers: {
      ...(agent === undefined ? {} : { "User-Agent": agent }),
      ...headers,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    fetch: (request) =>
      repeated(request, retries, async (attempt) => {
        const response = await (auth ? auth.send(attempt, send) : send(attempt));
        if (response.status >= 400) throw await errorOf(response);
        return response;
      }),
  }) as unknown as Api;
}

async function sendWithin(request: Request, seconds: number): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new DOMException(`No response within ${seconds} s`, "TimeoutError"));
  }, seconds * 1000);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  } catch (error) {
    // A request that the caller has aborted is no failure of the service.
    throw request.signal.aborted ? error : new NetworkError(error);
  } finally {
    clearTimeout(timer);
  }
}

// A browser sends its own, and would need a preflight request for another one.
function userAgent(): string | undefined {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node === undefined ? undefined : `consent-client-js/${VERSION}`;
}
