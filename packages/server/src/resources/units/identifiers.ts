import type { Finding } from "@fleet-api/contract";
import { bodyFinding, FindingList } from "../../kernel/findings.ts";
import { validationFailed } from "../../kernel/problems.ts";
import { fitsCheckDigit } from "../../platform/luhn.ts";

/** What a device is known by, of a body or of a stored unit. */
export interface DeviceIdentity {
  readonly identifier?: string;
  readonly identifier_type?: string;
  readonly imei?: string | null;
}

/**
 * A body with the IMEI that follows from its identifier. `stored` is the unit before the change.
 * @throws ProblemError `validation_failed` for an invalid IMEI, or two that differ
 */
export function withImei<Body extends DeviceIdentity>(body: Body, stored: DeviceIdentity = {}): Body {
  const { identifier = "", identifier_type } = { ...stored, ...body };
  const findings = new FindingList();
  const check = (member: string, found: readonly [Finding["code"], string] | null): void => {
    if (found !== null) findings.add(() => bodyFinding(`/${member}`, ...found));
  };
  if (identifier_type === "imei") {
    const member = body.identifier === undefined ? "identifier_type" : "identifier";
    check(member, wrongImei(identifier) ?? otherImei(identifier, body, stored));
  }
  if (body.imei != null) {
    const differs = identifier_type === "imei" && body.imei !== identifier;
    check("imei", differs ? ["invalid", "must be the same as identifier, which is an IMEI"] : wrongImei(body.imei));
  }
  if (findings.count > 0) throw validationFailed(findings);
  return identifier_type === "imei" ? { ...body, imei: identifier } : body;
}

/** An IMEI that the unit has next to another identifier is not lost by a change that does not name it. */
function otherImei(
  identifier: string,
  body: DeviceIdentity,
  stored: DeviceIdentity,
): readonly [Finding["code"], string] | null {
  const isLost =
    body.imei === undefined && stored.identifier_type !== "imei" && stored.imei != null && stored.imei !== identifier;
  return isLost ? ["invalid", "is not the IMEI that the unit has; send imei as well to replace that"] : null;
}

function wrongImei(text: string): readonly [Finding["code"], string] | null {
  if (!/^[0-9]{15}$/.test(text)) return ["pattern", "is not an IMEI: an IMEI has 15 digits"];
  return fitsCheckDigit(text) ? null : ["check_digit", "is not an IMEI: its last digit does not fit the others"];
}

/** The notice about a card number whose check digit does not fit; only 19 and 20 digits have one for certain. */
export function iccidNotices(iccid: string): string[] {
  return /^[0-9]{19,20}$/.test(iccid) && !fitsCheckDigit(iccid)
    ? ["iccid_check_digit: the last digit of the ICCID does not fit the others; check the number"]
    : [];
}
