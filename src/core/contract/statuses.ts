/** Status codes. The codes that only refusals use are next to their bodies in `refusals.ts`. */

export const OK = 200;
export const NO_CONTENT = 204;
export const PARTIAL_CONTENT = 206;
export const FOUND = 302;
export const NOT_MODIFIED = 304;
/** The lowest error status. */
export const LEAST_ERROR = 400;
export const BAD_REQUEST = 400;
/** Sent only by `dev`. */
export const FORBIDDEN = 403;
/** `NOT_FOUND` is the name of a refusal with this status. */
export const NOT_FOUND_STATUS = 404;
export const METHOD_NOT_ALLOWED = 405;
export const SERVICE_UNAVAILABLE = 503;
