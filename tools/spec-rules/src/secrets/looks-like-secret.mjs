/** `<API_KEY>`, `bearer <ACCESS_TOKEN>`, or nothing at all: values that nobody can mistake for a secret. */
export const PLACEHOLDER = /^(?:(?:[Bb]earer )?<[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*>)?$/;

const JSON_WEB_TOKEN = /eyJ[\w-]{6,}\.[\w-]{6,}/;
const CREDENTIALS = /\b(?:bearer|basic) +[\w.~+/=-]{16,}/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const HEXADECIMAL = /(?<![\w-])[0-9a-f]{32,}(?![\w-])/i;
const RUN_OF_KEY_CHARACTERS = /[\w+-]{24,}|[\w+/-]{40,}={0,2}/g;

/**
 * Whether a value stands where a secret belongs without being one.
 *
 * @param {unknown} value
 * @param {RegExp} [placeholder]
 */
export function isPlaceholder(value, placeholder = PLACEHOLDER) {
  return typeof value === "string" && placeholder.test(value);
}

/**
 * Whether a text holds something that looks like a token or key: a JSON Web Token, credentials of an `Authorization`
 * header, a private key, 32 or more hexadecimal digits, or a long run of small letters, capitals and digits mixed.
 *
 * @param {string} text
 */
export function looksLikeSecret(text) {
  return (
    [JSON_WEB_TOKEN, CREDENTIALS, PRIVATE_KEY, HEXADECIMAL].some((pattern) => pattern.test(text)) ||
    (text.match(RUN_OF_KEY_CHARACTERS) ?? []).some(isMixed)
  );
}

/**
 * Names and paths are long as well, but rarely have all three kinds of characters.
 *
 * @param {string} run
 */
function isMixed(run) {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
}
