/** The check digit that makes `digits` pass the Luhn test (ISO/IEC 7812-1 annex B). */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last of these digits is their check digit. */
export function fitsCheckDigit(digits: string): boolean {
  return digits.endsWith(luhnDigit(digits.slice(0, -1)));
}
