/**
 * Whether a key of `responses` stands for success, `2XX` included.
 *
 * @param {string} status
 */
export function isSuccess(status) {
  return status.startsWith("2");
}

/**
 * Whether a key of `responses` stands for an error, `4XX` and `default` included.
 *
 * @param {string} status
 */
export function isError(status) {
  return status.startsWith("4") || status.startsWith("5") || status === "default";
}
