/**
 * The CRC-8 of 1-Wire (polynomial 0x8C, reflected) of pairs of hexadecimal digits. With the CRC as their last pair, that of all
 * pairs is 0.
 */
export function oneWireCrc(digits: string): number {
  let crc = 0;
  for (const byte of digits.match(/../g) ?? []) {
    crc ^= Number.parseInt(byte, 16);
    for (let bit = 0; bit < 8; bit += 1) crc = crc % 2 === 1 ? (crc >> 1) ^ 0x8c : crc >> 1;
  }
  return crc;
}
