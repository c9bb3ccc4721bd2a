/** Problem details (RFC 9457) as errors: tell them by class, decide by `code`. */

/** A part of the request that is not valid: a JSON Pointer, and what is wrong there. */
export interface ProblemPart {
  pointer: string;
  message: string;
}

/** What an error's body may hold. */
export interface ProblemDetails {
  code?: string;
  title?: string;
  detail?: string;
  errors?: ProblemPart[];
}

/** Whatever goes wrong with the service: a refusal, a connection, an export that is not whole. */
export class ConsentError extends Error {
  override name = "ConsentError";
  /** Seconds to wait, where the service said how long. */
  readonly retryAfter?: number | undefined;
}

/**
 * No answer: the service cannot be reached, or the connection broke or took too long. `cause` is
 * the error of fetch.
 */
export class NetworkError extends ConsentError {
  override name = "NetworkError";

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "The connection failed", { cause });
  }
}

/** What arrived of an export is not what its manifest says was sent. Export again. */
export class ExportMismatch extends ConsentError {
  override name = "ExportMismatch";
}

/**
 * A refusal. `errors` holds each part that is not valid; `retryAfter` is in seconds, where the
 * service said how long to wait.
 */
export class ApiError extends ConsentError {
  override name = "ApiError";
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: ProblemPart[];

  constructor(
    readonly status: number,
    problem: ProblemDetails = {},
    override readonly retryAfter?: number,
  ) {
    const code = problem.code ?? "unknown";
    const title = problem.title ?? `HTTP ${status}`;
    const errors = problem.errors ?? [];
    const parts = errors.map((each) => `\n  ${each.pointer} ${each.message}`).join("");
    super(`${status} ${code}: ${problem.detail || title}${parts}`);
    this.code = code;
    this.title = title;
    this.detail = problem.detail ?? "";
    this.errors = errors;
  }
}

/** 400: fix the fields listed in `errors`. */
export class BadRequest extends ApiError {
  override name = "BadRequest";
}

/** 401: sign in again, or send the credential that the operation asks for. */
export class Unauthenticated extends ApiError {
  override name = "Unauthenticated";
}

/** 403: the role, the key's scope or the plan does not allow it. */
export class Forbidden extends ApiError {
  override name = "Forbidden";
}

/** 404: not there, or another workspace's. */
export class NotFound extends ApiError {
  override name = "NotFound";
}

/** 409, 412 or 428: something stands against it; read again. */
export class Conflict extends ApiError {
  override name = "Conflict";
}

/** 429: wait for `retryAfter` seconds. */
export class RateLimited extends ApiError {
  override name = "RateLimited";
}

/** 5xx: wait for `retryAfter` seconds and try again. */
export class Unavailable extends ApiError {
  override name = "Unavailable";
}

const BY_STATUS: Record<number, typeof ApiError> = {
  400: BadRequest,
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: Conflict,
  428: Conflict,
  429: RateLimited,
};

/** Return the error that a response of 400 or more stands for. Reads its body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const Kind = BY_STATUS[status] ?? (status >= 500 ? Unavailable : ApiError);
  const wait = response.headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(wait) ? Number(wait) : undefined;
  return new Kind(status, await problemOf(response), seconds);
}

/** Read the problem that a response tells; nothing is in it where the body is something else. */
export async function problemOf(response: Response): Promise<ProblemDetails> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}
