/**
 * Built-in rules that a rule of this plugin replaces. `no-ambiguous-paths` reads no schemas: it takes `/vehicles/{vehicle_id}/documents` and
 * `/vehicles/documents/{document_id}` for the same path, although an integer is never `documents`. `fleet/ambiguous-paths`
 * compares a literal with the schema of the parameter at its place.
 */
const REPLACED = { "no-ambiguous-paths": "off" };

/**
 * The ruleset `fleet/strict`: the rules of this plugin, and built-in rules that `recommended-strict` leaves off.
 *
 * Left off on purpose: `paths-kebab-case`, `path-segment-plural` and `boolean-parameter-prefixes` (the source
 * description fixes other names), `tags-alphabetical` (tags follow the order of the source description),
 * `operation-4xx-problem-details-rfc7807` and `response-contains-property` (`fleet/envelope` asks for more), and
 * `required-string-property-missing-min-length` (responses may hold empty strings).
 *
 * @param {readonly string[]} ruleNames of this plugin
 */
export function strict(ruleNames) {
  return {
    rules: {
      ...Object.fromEntries(ruleNames.map((name) => [`fleet/${name}`, "error"])),
      ...REPLACED,
      "array-parameter-serialization": { severity: "error", in: ["query", "header"] },
      "component-name-unique": "error",
      "info-contact": "error",
      "no-http-verbs-in-paths": { severity: "error", splitIntoWords: true },
      "no-unsafe-markdown": "error",
      "operation-description": "error",
      "operation-singular-tag": "error",
      "operation-tag-defined": "error",
      "parameter-description": "error",
      "path-http-verbs-order": "error",
      "request-mime-type": { severity: "error", allowedValues: ["application/json"] },
      "response-contains-header": {
        severity: "error",
        names: Object.fromEntries(["2XX", "3XX", "4XX", "5XX"].map((range) => [range, ["X-Request-Id"]])),
      },
      "response-mime-type": {
        severity: "error",
        allowedValues: ["application/json", "application/problem+json", "text/event-stream"],
      },
      "scalar-property-missing-example": "error",
    },
  };
}

/** Rules that any contract can hold: they know no envelope, no catalogue and no token rotation. */
const GENERAL = [
  "ambiguous-paths",
  "bounded",
  "convention-headers",
  "descriptions",
  "enum-descriptions",
  "examples",
  "foreign-names",
  "ids",
  "instants",
  "open-enums",
  "required-properties",
  "secret-placeholders",
  "unit-suffix",
];

/** The ruleset `fleet/general`, for contracts of others. It leaves the other built-in rules to them. */
export function general() {
  return { rules: { ...Object.fromEntries(GENERAL.map((name) => [`fleet/${name}`, "error"])), ...REPLACED } };
}

/**
 * The preset `fleet/authoring`, for contracts that are written in the short form: no rule, only the preprocessor that
 * completes them. It leaves documents without `x-conventions` alone.
 */
export function authoring() {
  return { preprocessors: { "fleet/conventions": "on" } };
}
