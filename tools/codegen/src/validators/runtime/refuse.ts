/**
 * Becomes a module of the contract: makes the errors of the compiled functions, so that these hold no more of each than
 * where it is. Everything else follows from the schema, which stands in the module once.
 */

/** An error as Ajv gives it. */
interface RuleError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: object;
  readonly message: string;
  readonly parentSchema: unknown;
  readonly data: unknown;
}

/** Message and params of a rule: `rule` is its value in the schema, `detail` what it says of the value. */
type Describe = (rule: unknown, detail: unknown) => readonly [message: string, params: object];

/** By keyword, in the words of Ajv. The compiler uses `refuse` for these keywords and for no other. */
export const descriptions: Readonly<Record<string, Describe>> = {
  type: (type) => [`must be ${type}`, { type }],
  enum: (allowedValues) => ["must be equal to one of the allowed values", { allowedValues }],
  const: (allowedValue) => ["must be equal to constant", { allowedValue }],
  required: (_, missingProperty) => [`must have required property '${missingProperty}'`, { missingProperty }],
  additionalProperties: (_, additionalProperty) => ["must NOT have additional properties", { additionalProperty }],
  pattern: (pattern) => [`must match pattern "${pattern}"`, { pattern }],
  format: (format) => [`must match format "${format}"`, { format }],
  minimum: (limit) => [`must be >= ${limit}`, { comparison: ">=", limit }],
  maximum: (limit) => [`must be <= ${limit}`, { comparison: "<=", limit }],
  minLength: (limit) => [`must NOT have fewer than ${limit} characters`, { limit }],
  maxLength: (limit) => [`must NOT have more than ${limit} characters`, { limit }],
  minItems: (limit) => [`must NOT have fewer than ${limit} items`, { limit }],
  maxItems: (limit) => [`must NOT have more than ${limit} items`, { limit }],
  minProperties: (limit) => [`must NOT have fewer than ${limit} properties`, { limit }],
  maxProperties: (limit) => [`must NOT have more than ${limit} properties`, { limit }],
  anyOf: () => ["must match a schema in anyOf", {}],
};

/**
 * Adds an error to the list; null is the empty list.
 * @param instancePath of the value
 * @param path of the rule in the schema, a URI fragment without `#/`
 */
export function refuseAt(
  errors: RuleError[] | null,
  instancePath: string,
  schema: unknown,
  path: string,
  data: unknown,
  detail?: unknown,
): RuleError[] {
  const names = path.split("/").map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
  const keyword = names.pop() ?? "";
  const parentSchema = names.reduce(member, schema);
  const [message, params] = descriptions[keyword]?.(member(parentSchema, keyword), detail) ?? ["", {}];
  const error = { instancePath, schemaPath: `#/${path}`, keyword, params, message, parentSchema, data };
  return errors === null ? [error] : (errors.push(error), errors);
}

/**
 * The same where the place of the value follows from the path of the rule.
 * @param instancePath of the value that the whole schema is for
 */
export const refuse: typeof refuseAt = (errors, instancePath, schema, path, data, detail) =>
  refuseAt(errors, instancePath + placeOf(path), schema, path, data, detail);

/** Pointer to the value that a rule is for, from that of the whole schema, as far as only properties lead to it. */
export function placeOf(path: string): string {
  const names = path.split("/").map(decodeURIComponent);
  return names.map((name, index) => (index % 2 === 1 && names[index - 1] === "properties" ? `/${name}` : "")).join("");
}

function member(value: unknown, name: string): unknown {
  return Object(value)[name];
}
