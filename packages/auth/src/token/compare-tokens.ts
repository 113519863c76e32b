const ordinal = /^f1\.(\d{1,15})\./;

/**
 * Which of two tokens of the same session is newer: positive when `a`, negative when `b`, `undefined` when the
 * tokens do not say. Understands the reference server's `f1.<sequence>.<secret>`. Never throws.
 */
export function compareTokens(a: string, b: string): number | undefined {
  // Without a sequence number the difference is NaN, which says as little as 0.
  return Number(ordinal.exec(a)?.[1]) - Number(ordinal.exec(b)?.[1]) || undefined;
}
