import type { Finding } from "@fleet-api/contract";
import type { Query, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, scopeCondition, workInside } from "../../db/index.ts";
import { bodyFinding, FindingList } from "../../kernel/findings.ts";
import { validationFailed } from "../../kernel/problems.ts";
import { fitsCheckDigit } from "../../platform/luhn.ts";
import { unknownRecord } from "../../records/index.ts";
import { units } from "./table.ts";

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

/** Runs a change with its body and the IMEI that follows from it and from the stored identity. */
export async function withStoredIdentity<Body extends DeviceIdentity, Reply>(
  work: UnitOfWork,
  id: number,
  body: Body,
  change: (work: UnitOfWork, body: Body) => Promise<Reply>,
): Promise<Reply> {
  if (!identityMembers.some((member) => Object.hasOwn(body, member))) return change(work, body);
  // In one transaction: what follows from the stored identity would be wrong if another request changed it in between.
  return work.transaction(async (tx) => {
    const [stored] = await tx.run(identityOf(work, id));
    if (stored === null) throw unknownRecord(units);
    return change(workInside(work, tx), withImei(body, stored));
  });
}

const identityMembers = ["identifier", "identifier_type", "imei"] as const;

/** How units are imported. */
export const unitImport = {
  matches: { external_id: ["client_id", "external_id"], identifier: ["identifier_type", "identifier"] },
  stored: identityMembers,
  complete: (item: DeviceIdentity, stored?: DeviceIdentity) => withImei(item, stored),
};

function identityOf({ scope }: UnitOfWork, id: number): Query<DeviceIdentity | null> {
  const params = new Params([id]);
  return firstRow(
    `select ${identityMembers.join(", ")} from units
     where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params)}`,
    params.values,
  );
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
