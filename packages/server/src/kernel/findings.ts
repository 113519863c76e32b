import type { Finding } from "@fleet-api/contract";
import { records } from "@fleet-api/contract/records";
import type { ItemsValidator, Validate, ValidationError } from "@fleet-api/contract/validators";
import { keptErrors } from "@fleet-api/contract/validators";
import { allowedValues, codeOfRule, describeRule, schemaOf } from "./describe-rule.ts";
import { nearest } from "./nearest.ts";

/**
 * How many findings a problem lists: as many as the validators keep of one list. Nobody reads more, and a body can have
 * as many as it has bytes.
 */
export const maxFindings = keptErrors;

/** The findings of one request: the first ones with their texts, of the others only how many there are. */
export class FindingList {
  readonly #most: number;
  readonly #listed: Finding[] = [];
  #count = 0;

  /** `most` is how many are listed. */
  constructor(most = maxFindings) {
    this.#most = most;
  }

  /** The first ones. */
  get listed(): readonly Finding[] {
    return this.#listed;
  }

  /** How many there are, listed or not. */
  get count(): number {
    return this.#count;
  }

  /** Adds a finding. `make` is called only if the finding is listed, because its texts are what costs time. */
  add(make: () => Finding): void {
    if (this.#listed.length < this.#most) this.#listed.push(make());
    this.#count += 1;
  }

  /** Adds the findings of another list. */
  addAll(others: FindingList): void {
    for (const finding of others.listed) this.add(() => finding);
    this.addUnlisted(others.count - others.listed.length);
  }

  /** Counts findings that something else has left out. */
  addUnlisted(count: number): void {
    this.#count += count;
  }
}

/** Longest pointer, name and detail that the Finding schema takes. */
const maxPointer = 500;
export const maxName = 200;
const maxDetail = 1000;

/** Where a parameter stands. */
type ParameterPlace = "path" | "query" | "header";

/** A finding outside of the body. */
export function parameterFinding(
  place: ParameterPlace,
  name: string,
  code: Finding["code"],
  detail: string,
  allowed: string[] | null = null,
): Finding {
  return {
    in: place,
    pointer: null,
    name: cut(name, maxName),
    code,
    detail: cut(detail, maxDetail),
    allowed_values: allowed,
  };
}

/** A finding in the body. */
export function bodyFinding(
  pointer: string,
  code: Finding["code"],
  detail: string,
  allowed: string[] | null = null,
): Finding {
  return {
    in: "body",
    pointer: cutPointer(pointer),
    name: null,
    code,
    detail: cut(detail, maxDetail),
    allowed_values: allowed,
  };
}

/** Adds every rule of a parameter that its value breaks; rules that say the same to people are one finding. */
export function checkParameter(
  place: ParameterPlace,
  name: string,
  validate: Validate,
  value: unknown,
  findings: FindingList,
): void {
  const seenDetails = new Set<string>();
  const errors = failures(validate, value);
  const hint = errors.length > 0 && place === "query" && isMeantAsPlus(validate, value) ? plusHint : "";
  for (const error of errors) {
    const item = error.instancePath === "" ? "" : "each item ";
    const detail = `${item}${describeRule(error)}${hint}`;
    if (seenDetails.has(detail)) continue;
    seenDetails.add(detail);
    findings.add(() => parameterFinding(place, name, codeOfRule(error), detail, allowedValues(error)));
  }
}

const plusHint = "; a + in a query means a space, so write + as %2B";

/** Whether a date-time is valid once the space before its offset is a plus sign, as the client probably meant. */
function isMeantAsPlus(validate: Validate, value: unknown): boolean {
  const withPlus = (text: unknown): unknown => (typeof text === "string" ? text.replace(/ (?=\d\d:\d\d$)/, "+") : text);
  return validate(Array.isArray(value) ? value.map(withPlus) : withPlus(value));
}

/** Adds every rule that a body breaks, or a part of it at the pointer `at`. */
export function checkBody(validate: Validate, body: unknown, findings: FindingList, at = ""): void {
  for (const error of failures(validate, body)) addError({ ...error, instancePath: at + error.instancePath }, findings);
}

function addError(error: ValidationError, findings: FindingList): void {
  // The rule that the name itself breaks stands before it, as an error of its own.
  if (error.keyword !== "propertyNames") findings.add(() => ruleFinding(error));
  findings.addUnlisted(error.more ?? 0);
}

/** After so many findings of items, each further item lists as many as results show: their texts take time. */
const manyFindings = 500;
const fewFindings = 10;

/** The findings of items that are validated one by one, by their positions in the list. */
export type ItemFindings = ReadonlyMap<number, FindingList>;

/** As `checkBody`, for a body with a list whose items are validated one by one: returns the findings of these. */
export function checkBodyWithItems(
  validate: Validate,
  { member, validate: validateItem }: ItemsValidator,
  body: unknown,
  findings: FindingList,
): ItemFindings {
  const errors = failures(validate, body);
  const found = new Map<number, FindingList>();
  const list = `/${member}`;
  const isOfItem = ({ instancePath }: ValidationError): boolean => instancePath.startsWith(`${list}/`);
  for (const error of errors) if (!isOfItem(error)) addError(error, findings);
  // Of a list that is too long, no item is looked at: there may be millions of them.
  if (!errors.some(isOfItem) || errors.some(({ instancePath }) => instancePath === list)) return found;
  const items: unknown = Reflect.get(Object(body), member);
  // The validator of the whole body keeps the first errors of the list only.
  let listed = 0;
  for (const [index, item] of Array.isArray(items) ? items.entries() : []) {
    const ofItem = new FindingList(listed < manyFindings ? maxFindings : fewFindings);
    checkBody(validateItem, item, ofItem, `${list}/${index}`);
    listed += ofItem.listed.length;
    if (ofItem.count > 0) found.set(index, ofItem);
  }
  return found;
}

function ruleFinding(error: ValidationError): Finding {
  if (error.keyword === "additionalProperties") return unknownProperty(error);
  const member = error.propertyName ?? error.params["missingProperty"];
  const pointer = typeof member === "string" ? `${error.instancePath}/${escapePointer(member)}` : error.instancePath;
  return bodyFinding(pointer, codeOfRule(error), describeRule(error), allowedValues(error));
}

/** Text about a name that the contract does not have here, with the nearest one that it has. */
export function unknownName(kind: "property" | "parameter", name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `is an unknown ${kind}; did you mean ${near}?`;
  const owner = kind === "parameter" ? "operation" : "object";
  if (known.length > 0) return `is an unknown ${kind}; this ${owner} accepts ${known.join(", ")}`;
  return `is an unknown ${kind}; this ${owner} has no ${kind === "parameter" ? "query parameters" : "properties"}`;
}

/** All property names of the contract. A name from here is in the wrong place rather than misspelt. */
const namesOfRecords = new Set(Object.values(records).flatMap((record) => Object.keys(record)));

function unknownProperty(error: ValidationError): Finding {
  const name = String(error.params["additionalProperty"]);
  const known = Object.keys(schemaOf(error).properties ?? {});
  const pointer = `${error.instancePath}/${escapePointer(name)}`;
  const detail = namesOfRecords.has(name)
    ? `cannot be set here; this object accepts ${known.join(", ")}`
    : unknownName("property", name, known);
  return bodyFinding(pointer, "unknown_property", detail);
}

/** The errors of a value. One mistake is one finding: where a pattern is broken, it says more than the format does. */
function failures(validate: Validate, value: unknown): ValidationError[] {
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const mismatched = new Set(
    errors.filter(({ keyword }) => keyword === "pattern").map(({ instancePath }) => instancePath),
  );
  return errors.filter((error) => error.keyword !== "format" || !mismatched.has(error.instancePath));
}

/** A pointer that is too long ends in front of an escape rather than inside of it. */
function cutPointer(pointer: string): string {
  return cut(pointer, maxPointer).replace(/~$/, "");
}

/** RFC 6901 section 3. */
function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The first `length` UTF-16 units of a text, without half of a character at the end. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
