/** The check digit that makes `digits` pass the Luhn test (ISO/IEC 7812-1 annex B). */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** An IMEI that no real device has: reporting body 00 (test equipment), then Luhn. */
export function demoImei(serial: number): string {
  const body = `00${String(101_799_000_000 + serial).padStart(12, "0")}`;
  return body + luhnDigit(body);
}

/** An ICCID that no real SIM has: telecom 89, the unassigned country code 999, 19 digits with Luhn. */
export function demoIccid(serial: number): string {
  const body = `8999900${String(serial).padStart(11, "0")}`;
  return body + luhnDigit(body);
}

/** An IMSI of the test network 001-01 (ITU-T E.212). */
export function demoImsi(serial: number): string {
  return `00101${String(serial).padStart(10, "0")}`;
}

/** A number of the range that is reserved for fiction in the United Kingdom. */
export function demoMsisdn(serial: number): string {
  return `+447700900${String(serial % 1000).padStart(3, "0")}`;
}
