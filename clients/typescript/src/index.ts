/**
 * The TypeScript client of the Consent Management Service. See README.md.
 *
 * `Models` has the generated schemas of openapi.yaml; everything else is written by hand.
 */

export { BrowserStore } from "./browser-store.js";
export {
  ApiError,
  BadRequest,
  Conflict,
  ConsentError,
  ExportMismatch,
  Forbidden,
  NetworkError,
  NotFound,
  RateLimited,
  Unauthenticated,
  Unavailable,
  type ProblemPart,
} from "./errors.js";
export type * as Models from "./generated/schema.js";
export { newIdempotencyKey } from "./retrying.js";
export { openClient, type Answer, type Api, type ClientOptions } from "./http.js";
export {
  Reader,
  type DomainFilters,
  type Form,
  type Paged,
  type ReceiptFilters,
} from "./reading.js";
export {
  Account,
  exchange,
  register,
  signIn,
  Workspace,
  type Code,
  type Prompt,
  type Registration,
  type SignIn,
} from "./signing-in.js";
export { MemoryStore, type Store, type Tokens } from "./tokens.js";
