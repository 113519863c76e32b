/** Whether it is a whole number from 0. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * Throws a `TypeError` for options beyond 0 to 86400000: a day, for those in milliseconds. That keeps the sum of two
 * waits below 2^31 ms, beyond which `setTimeout` fires at once.
 */
export function checkRange(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options))
    if (!(value >= 0 && value <= 86_400_000)) throw new TypeError(`${name} must be 0 to 86400000`);
}
