import { luhnDigit } from "../platform/luhn.ts";

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
