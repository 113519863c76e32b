import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoIccid, demoImei } from "../../src/demo/demo-units.ts";
import { ProblemError } from "../../src/kernel/problem.ts";
import { fitsCheckDigit } from "../../src/platform/luhn.ts";
import { iccidNotices, withImei } from "../../src/resources/units/identifiers.ts";

/** The findings of a body, as member and code. */
function findingsOf(...args: Parameters<typeof withImei>): unknown {
  try {
    return withImei(...args);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.extra.errors?.map(({ pointer, code }) => [pointer, code]);
  }
}

const good = "490154203237518";
const serial = fc.integer({ min: 0, max: 999_999 });

describe("check digits", () => {
  it.each([good, "001017990000013", "001017990000021", "001017990000039", "8999900000000000014"])(
    "%s fits: the textbook IMEI of 3GPP TS 23.003, and those of the demo",
    (digits) => {
      expect(fitsCheckDigit(digits)).toBe(true);
    },
  );

  it("every single wrong digit is found", () => {
    fc.assert(
      fc.property(serial, fc.nat(14), fc.integer({ min: 1, max: 9 }), (number, place, difference) => {
        const digits = [...demoImei(number)];
        digits[place] = String((Number(digits[place]) + difference) % 10);
        expect(fitsCheckDigit(digits.join(""))).toBe(false);
      }),
    );
  });

  it("one that does not fit is a notice for an ICCID of 19 or 20 digits", () => {
    fc.assert(
      fc.property(serial, (number) => {
        const iccid = demoIccid(number);
        expect(iccidNotices(iccid)).toEqual([]);
        expect(iccidNotices(`${iccid.slice(0, -1)}${(Number(iccid.at(-1)) + 1) % 10}`)).toHaveLength(1);
        for (const length of [18, 21, 22]) expect(iccidNotices("8".repeat(length))).toEqual([]);
      }),
    );
  });
});

describe("the IMEI of a unit", () => {
  it("is the identifier, where that is an IMEI, and free where it is not", () => {
    const imei = { identifier: good, identifier_type: "imei" };
    expect(withImei(imei)).toEqual({ ...imei, imei: good });
    expect(withImei({ ...imei, imei: null })).toEqual({ ...imei, imei: good });
    expect(withImei({ identifier: demoImei(1) }, { ...imei, imei: good })).toEqual({
      identifier: demoImei(1),
      imei: demoImei(1),
    });
    const custom = { identifier: "anything", identifier_type: "custom" };
    expect(withImei(custom)).toEqual(custom);
    expect(withImei({ imei: good }, custom)).toEqual({ imei: good });
    expect(withImei({ imei: null }, { ...custom, imei: good })).toEqual({ imei: null });
  });

  it.each<[string, Parameters<typeof withImei>, unknown]>([
    ["a check digit", [{ imei: "490154203237519" }], [["/imei", "check_digit"]]],
    [
      "that of the identifier",
      [{ identifier: "490154203237519", identifier_type: "imei" }],
      [["/identifier", "check_digit"]],
    ],
    ["an identifier that is none", [{ identifier: "x", identifier_type: "imei" }], [["/identifier", "pattern"]]],
    [
      "a kind that the stored one is not",
      [{ identifier_type: "imei" }, { identifier: "x" }],
      [["/identifier_type", "pattern"]],
    ],
    ["two that differ", [{ identifier: good, identifier_type: "imei", imei: demoImei(1) }], [["/imei", "invalid"]]],
    [
      "one that differs from the stored one",
      [{ imei: demoImei(1) }, { identifier: good, identifier_type: "imei" }],
      [["/imei", "invalid"]],
    ],
  ])("is refused with a finding: %s", (_name, args, findings) => {
    expect(findingsOf(...args)).toEqual(findings);
  });
});
