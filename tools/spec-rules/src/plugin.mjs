/** @import { Rule } from "./redocly.d.ts" */
import { conventions } from "./preprocessors/conventions.mjs";
import { ambiguousPaths } from "./rules/ambiguous-paths.mjs";
import { bounded } from "./rules/bounded.mjs";
import { conventionHeaders, rotationHeader } from "./rules/headers.mjs";
import { designedKeywords } from "./rules/designed-keywords.mjs";
import { descriptions, enumDescriptions } from "./rules/descriptions.mjs";
import { envelope, paging } from "./rules/envelope.mjs";
import { examples } from "./rules/examples.mjs";
import { expectedErrors, problemCodes } from "./rules/errors.mjs";
import { extensions } from "./rules/extensions.mjs";
import { foreignNames } from "./rules/foreign-names.mjs";
import { ids, instants, unitSuffix } from "./rules/names.mjs";
import { links } from "./rules/links.mjs";
import { openEnums } from "./rules/open-enums.mjs";
import { operationId } from "./rules/operation-id.mjs";
import { permission, permissionAction } from "./rules/permissions.mjs";
import { provenance } from "./rules/provenance.mjs";
import { requiredProperties } from "./rules/required-properties.mjs";
import { secretPlaceholders } from "./rules/secret-placeholders.mjs";
import { supported } from "./rules/supported.mjs";
import { reportingOrigins } from "./document/origins.mjs";
import { authoring, general, strict } from "./rulesets.mjs";

const oas3 = {
  "ambiguous-paths": ambiguousPaths,
  bounded,
  "convention-headers": conventionHeaders,
  descriptions,
  "designed-keywords": designedKeywords,
  "enum-descriptions": enumDescriptions,
  envelope,
  examples,
  "expected-errors": expectedErrors,
  extensions,
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
