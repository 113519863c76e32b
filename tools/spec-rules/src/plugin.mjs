/** @import { Rule } from "./redocly.d.ts" */
import { conventions } from "./preprocessors/conventions.mjs";
import { bounded } from "./rules/bounded.mjs";
import { conventionHeaders } from "./rules/convention-headers.mjs";
import { designedKeywords } from "./rules/designed-keywords.mjs";
import { descriptions } from "./rules/descriptions.mjs";
import { enumDescriptions } from "./rules/enum-descriptions.mjs";
import { envelope } from "./rules/envelope.mjs";
import { examples } from "./rules/examples.mjs";
import { expectedErrors } from "./rules/expected-errors.mjs";
import { foreignNames } from "./rules/foreign-names.mjs";
import { ids } from "./rules/ids.mjs";
import { instants } from "./rules/instants.mjs";
import { links } from "./rules/links.mjs";
import { openEnums } from "./rules/open-enums.mjs";
import { operationId } from "./rules/operation-id.mjs";
import { paging } from "./rules/paging.mjs";
import { permissionAction } from "./rules/permission-action.mjs";
import { permission } from "./rules/permission.mjs";
import { problemCodes } from "./rules/problem-codes.mjs";
import { provenance } from "./rules/provenance.mjs";
import { requiredProperties } from "./rules/required-properties.mjs";
import { rotationHeader } from "./rules/rotation-header.mjs";
import { secretPlaceholders } from "./rules/secret-placeholders.mjs";
import { supported } from "./rules/supported.mjs";
import { unitSuffix } from "./rules/unit-suffix.mjs";
import { reportingOrigins } from "./document/origins.mjs";
import { authoring, general, strict } from "./rulesets.mjs";

const oas3 = {
  bounded,
  "convention-headers": conventionHeaders,
  descriptions,
  "designed-keywords": designedKeywords,
  "enum-descriptions": enumDescriptions,
  envelope,
  examples,
  "expected-errors": expectedErrors,
  "foreign-names": foreignNames,
  ids,
  instants,
  links,
  "open-enums": openEnums,
  "operation-id": operationId,
  paging,
  permission,
  "permission-action": permissionAction,
  "problem-codes": problemCodes,
  provenance,
  "required-properties": requiredProperties,
  "rotation-header": rotationHeader,
  "secret-placeholders": secretPlaceholders,
  supported,
  "unit-suffix": unitSuffix,
};

/**
 * The Redocly plugin `fleet`: the house rules of the contract, `fleet/strict`, the ruleset that has them all, and
 * `fleet/general`, those that ask for nothing that only this contract has. The preset `fleet/authoring` has no rule: it
 * switches on the preprocessor `fleet/conventions`.
 */
export default function fleet() {
  // Each rule reads its own options, of which the plugin knows nothing.
  const rules = /** @type {Record<string, Rule<unknown>>} */ (oas3);
  return {
    id: "fleet",
    preprocessors: { oas3: { conventions } },
    rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, reportingOrigins(rule)])) },
    configs: { strict: strict(Object.keys(oas3)), general: general(), authoring: authoring() },
  };
}
