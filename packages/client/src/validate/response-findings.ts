import type { Validate } from "@fleet-api/contract/validators";
import type { AnyResult } from "../call/result.ts";
import { type ContractFinding, type Enums, errorsOf, findingOf } from "./findings.ts";

/**
 * Checks the body of a response. It is put together again from what the client has read of it, so that unknown members
 * beside `data` go unseen. Results that are broken already are left alone.
 */
export function responseFindings(
  result: AnyResult,
  checks: Readonly<Record<number, Validate | null>> | undefined,
  enums: Enums,
): ContractFinding[] {
  if (result.status === null) return [];
  const check = checks?.[result.status];
  if (!result.ok) {
    const errors = result.kind === "http" ? errorsOf(check, result.error, enums) : [];
    return errors.map((error) => findingOf("response", error));
  }
  const { data, pagination, notices } = result;
  const body = { data, ...(pagination && { pagination }), ...(notices.length > 0 && { notices }) };
  return errorsOf(check, body, enums).map((error) => findingOf("response", error));
}
