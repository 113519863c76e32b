import { bodyRefusal } from "../../records/index.ts";

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** What letters count: A to H are 1 to 8, J to R and S to Z follow the columns of the alphabet (49 CFR 565, table III). */
const LETTERS = { A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 } as const;
const LATER_LETTERS = { S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 } as const;
const values: Readonly<Record<string, number>> = { ...LETTERS, ...LATER_LETTERS };

/** Whether the ninth character of a VIN is the check digit of the others. */
export function fitsVinCheckDigit(vin: string): boolean {
  const sum = [...vin].reduce(
    (total, sign, place) => total + (values[sign] ?? Number(sign)) * (WEIGHTS[place] ?? 0),
    0,
  );
  return vin[8] === "0123456789X"[sum % 11];
}

/**
 * The notices about the VIN of a body. Only in North America, whose VINs begin with 1 to 5, is the check digit compulsory.
 * @throws ProblemError `validation_failed` for a North American VIN whose check digit does not fit
 */
export function vinNotices({ vin }: { readonly vin?: string | null }): string[] {
  if (vin == null || fitsVinCheckDigit(vin)) return [];
  if (/^[1-5]/.test(vin)) {
    throw bodyRefusal("vin", "has a check digit, its ninth character, that does not fit the others", "check_digit");
  }
  return ["vin_check_digit: the ninth character of the VIN does not fit the others; check it if it is a check digit"];
}
