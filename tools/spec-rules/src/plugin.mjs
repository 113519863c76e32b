import { envelope } from "./rules/envelope.mjs";
import { expectedErrors } from "./rules/expected-errors.mjs";
import { operationId } from "./rules/operation-id.mjs";
import { paging } from "./rules/paging.mjs";
import { permission } from "./rules/permission.mjs";
import { problemCodes } from "./rules/problem-codes.mjs";
import { provenance } from "./rules/provenance.mjs";
import { rotationHeader } from "./rules/rotation-header.mjs";
import { secretPlaceholders } from "./rules/secret-placeholders.mjs";
import { strict } from "./strict.mjs";

const oas3 = {
  envelope,
  "expected-errors": expectedErrors,
  "operation-id": operationId,
  paging,
  permission,
  "problem-codes": problemCodes,
  provenance,
  "rotation-header": rotationHeader,
  "secret-placeholders": secretPlaceholders,
};

/** The Redocly plugin `fleet`: the house rules of the contract, and `fleet/strict`, the ruleset that has them all. */
export default function fleet() {
  return { id: "fleet", rules: { oas3 }, configs: { strict: strict(Object.keys(oas3)) } };
}
