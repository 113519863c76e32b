/** An IMEI of the demo range that no demo unit has: 14 digits and their check digit (Luhn). */
export function imei(index: number): string {
  const digits = `0010179990${String(9000 + index)}`;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
