/** Errors for problem details (RFC 9457). Check their class or their `code`. */

/** An invalid field of the request: a JSON Pointer, and what is wrong with it. */
export interface ProblemPart {
  pointer: string;
  message: string;
}

/** The body of an error response. */
export interface ProblemDetails {
  code?: string;
  title?: string;
  detail?: string;
  instance?: string;
  errors?: ProblemPart[];
}

/** The base class: a refused request, a broken connection or a damaged export. */
export class ConsentError extends Error {
  override name = "ConsentError";
  /** The number of seconds to wait, if the service sent it. */
  readonly retryAfter?: number | undefined;
}

/**
 * The service could not be reached, or the connection broke or timed out. `cause` is the error of
 * fetch.
 */
export class NetworkError extends ConsentError {
  override name = "NetworkError";

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "The connection failed", { cause });
  }
}

/** An export does not match its manifest. Export again. */
export class ExportMismatch extends ConsentError {
  override name = "ExportMismatch";
}

/**
 * The service refused a request. `errors` has each invalid field; `instance` the request's id,
 * if the server failed or a proxy of its operator set it; the operator can find it in the log.
 * `retryAfter` is the number of seconds to wait, if the service sent it.
 */
export class ApiError extends ConsentError {
  override name = "ApiError";
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: ProblemPart[];
  readonly instance?: string | undefined;

  constructor(
    readonly status: number,
    problem: ProblemDetails = {},
    override readonly retryAfter?: number,
  ) {
    const code = problem.code ?? "unknown";
    const title = problem.title ?? `HTTP ${status}`;
    const errors = problem.errors ?? [];
    const parts = errors.map(({ pointer, message }) => `\n  ${pointer} ${message}`).join("");
    const request = problem.instance ? ` (${problem.instance})` : "";
    super(`${status} ${code}: ${problem.detail || title}${request}${parts}`);
    this.code = code;
    this.title = title;
    this.detail = problem.detail ?? "";
    this.errors = errors;
    this.instance = problem.instance;
  }
}

/** 400: fix the fields listed in `errors`. */
export class BadRequest extends ApiError {
  override name = "BadRequest";
}

/** 401: sign in again, or send the credential that the operation requires. */
export class Unauthenticated extends ApiError {
  override name = "Unauthenticated";
}

/** 403: the role, the scope of the key or the plan does not allow the operation. */
export class Forbidden extends ApiError {
  override name = "Forbidden";
}

/** 404: the object does not exist, or belongs to another workspace. */
export class NotFound extends ApiError {
  override name = "NotFound";
}

/** 409, 412 or 428: the request conflicts with the current state. Read it and try again. */
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

/** Return the error for a response of 400 or more. Reads its body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const Kind = BY_STATUS[status] ?? (status >= 500 ? Unavailable : ApiError);
  const retryAfter = response.headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  return new Kind(status, await problemOf(response), seconds);
}

/** Return the problem details of a response; an empty object if its body is something else. */
export async function problemOf(response: Response): Promise<ProblemDetails> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}
