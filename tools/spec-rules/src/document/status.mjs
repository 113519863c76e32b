/**
 * Whether a key of `responses` stands for success, `2XX` included. So does 304, which tells the sender of a condition that
 * nothing has changed.
 *
 * @param {string} status
 */
export function isSuccess(status) {
  return status.startsWith("2") || status === NOT_MODIFIED;
}

/** A success that never has a body (RFC 9110 section 15.4.5). */
export const NOT_MODIFIED = "304";

/**
 * Whether a key of `responses` stands for an error, `4XX` and `default` included.
 *
 * @param {string} status
 */
export function isError(status) {
  return status.startsWith("4") || status.startsWith("5") || status === "default";
}
