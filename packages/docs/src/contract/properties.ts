import { constraintsOf } from "./constraints.ts";
import { type Schema, refTarget, resolve, type WithComponents } from "./document.ts";
import { readKinds } from "./kinds.ts";

/** A part of a type: a plain word, or the name of a schema that has a page of its own. */
export interface TypePart {
  readonly text: string;
  readonly schema: string | null;
}

/** Stands for the name of members that are not named. */
export const OTHERS = "*";

/** A value as a reader sees it: its type and rules in words, and what is inside. */
export interface Property {
  /** The name in JSON; {@link OTHERS} for members of any other name. */
  readonly name: string;
  /** Names from the top, joined by dots: `data.sim_card.iccid`. */
  readonly path: string;
  readonly type: readonly TypePart[];
  readonly required: boolean;
  readonly nullable: boolean;
  readonly deprecated: boolean;
  /** Markdown. */
  readonly description: string;
  readonly constraints: readonly string[];
  readonly values: readonly unknown[];
  readonly example: unknown;
  /** The action that a caller needs to send this property; `clients.edit` where it is one of another resource. */
  readonly action: string | null;
  readonly children: readonly Property[];
  /** The schema whose page lists the members, because they are already in this list or too many for it. */
  readonly membersIn: string | null;
}

/** The accepted values, unless the description lists them all. */
export function valuesToTell({ values, description }: Property): unknown[] {
  const shown = values.filter((value) => value !== null);
  return shown.every((value) => description.includes(`\`${literal(value)}\``)) ? [] : shown;
}

/** The example of a single value, unless its accepted values say it. */
export function exampleToTell({ values, example }: Property): string | number | boolean | undefined {
  const isScalar = typeof example === "string" || typeof example === "number" || typeof example === "boolean";
  return isScalar && example !== "" && values.every((value) => value === null) ? example : undefined;
}

/** A value as readers of the contract write it: a text without quotes. */
export function literal(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A nested schema with more members than this is not expanded: the page of the schema lists them. */
const MANY_MEMBERS = 100;

/** The properties of a schema, with what is inside of them. Each schema is expanded once; where it comes again, it is named. */
export function readProperties(document: WithComponents, schema: Schema): Property[] {
  return membersOf(document, schema, "", new Set(schema.$ref === undefined ? [] : [refTarget(schema.$ref).name]));
}

/** One named value, such as a parameter or a header. */
export function readValue(document: WithComponents, name: string, schema: Schema, required: boolean): Property {
  return readProperty(document, { name, path: name, schema, required, expanded: new Set() });
}

/** The type of a schema, in parts. */
export function typeOf(schema: Schema): TypePart[] {
  if (schema.$ref !== undefined) return [{ text: refTarget(schema.$ref).name, schema: refTarget(schema.$ref).name }];
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
  if (choices.length > 0) return joined(choices.map((choice) => typeOf(choice)));
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.includes("array") && schema.items !== undefined) {
    return [{ text: "array of ", schema: null }, ...typeOf(schema.items)];
  }
  if (types.includes("object") && schema.properties === undefined && typeof schema.additionalProperties === "object") {
    return [{ text: "map of ", schema: null }, ...typeOf(schema.additionalProperties)];
  }
  if (types.length === 0) return [{ text: "any value", schema: null }];
  return joined(types.map((type) => [{ text: type, schema: null }]));
}

/** Between the types of a value. */
const OR = " or ";

/** Choices of the same type, such as the known values of an open enum and any other text, are one. */
function joined(all: readonly TypePart[][]): TypePart[] {
  const textOf = (part: readonly TypePart[]): string => part.map(({ text }) => text).join("");
  const parts = all.filter((part, index) => all.findIndex((other) => textOf(other) === textOf(part)) === index);
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: OR, schema: null }, ...part]));
}

function typesOf({ type, const: constant, enum: values }: Schema): readonly string[] {
  if (type !== undefined) return typeof type === "string" ? [type] : type;
  const sample = constant ?? values?.[0];
  return sample === undefined ? [] : [typeof sample];
}

interface Place {
  readonly name: string;
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** A rule that the schema does not say; null for none. */
  readonly rule?: string | null;
  /** Names of the schemas that the list already shows. */
  readonly expanded: Set<string>;
}

function readProperty(
  document: WithComponents,
  { name, path, schema, required, rule = null, expanded }: Place,
): Property {
  const full = resolve(document, schema);
  const inner = innermost(document, schema);
  const nullable =
    typesOf(full).includes("null") || (full.anyOf ?? full.oneOf ?? []).some(({ type }) => type === "null");
  const named = inner.$ref === undefined ? null : refTarget(inner.$ref).name;
  const hasMembers = resolve(document, inner).properties !== undefined;
  const isShown = named !== null && hasMembers && expanded.has(named);
  const shown = new Set(named === null ? expanded : [...expanded, named]);
  const members = isShown ? [] : membersOf(document, inner, path, shown);
  const isInside = path !== name;
  const membersIn = isShown || (isInside && sizeOf(members) > MANY_MEMBERS) ? named : null;
  if (membersIn === null) for (const each of shown) expanded.add(each);
  return {
    name,
    path,
    type: typeOf(schema),
    required,
    nullable,
    deprecated: full.deprecated ?? false,
    description: full.description ?? "",
    constraints: [
      ...(rule === null ? [] : [rule]),
      ...constraintsOf(name, full),
      ...choiceConstraints(document, name, full),
      ...itemConstraints(document, name, full),
    ],
    values: [...new Set(valuesOf(document, schema))],
    example: full.examples?.[0],
    action: actionOf(full),
    children: membersIn === null ? members : [],
    membersIn,
  };
}

/** How many properties there are, with what is inside of them. */
function sizeOf(properties: readonly Property[]): number {
  return properties.reduce((size, { children }) => size + 1 + sizeOf(children), 0);
}

function actionOf({ "x-permission-action": mark }: Schema): string | null {
  return typeof mark === "object" ? `${mark.resource}.${mark.action}` : (mark ?? null);
}

/** The accepted values of a schema, of each of its choices, or of its items. */
function valuesOf(document: WithComponents, schema: Schema): unknown[] {
  const { enum: values, const: constant, anyOf = [], oneOf = [], items } = resolve(document, schema);
  if (values !== undefined) return [...values];
  if (constant !== undefined) return [constant];
  return [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])].flatMap((each) => valuesOf(document, each));
}

/** Rules of the choices of a schema, with their type where there are several types. */
function choiceConstraints(document: WithComponents, name: string, { anyOf = [], oneOf = [] }: Schema): string[] {
  const choices = [...anyOf, ...oneOf].filter(({ type }) => type !== "null");
  const isOneType = joined(choices.map((choice) => typeOf(choice))).every(({ text }) => text !== OR);
  return choices.flatMap((choice) => {
    const full = resolve(document, choice);
    const rules = full.properties === undefined ? constraintsOf(name, full) : [];
    const type = typeOf(choice).map(({ text }) => text);
    return rules.map((rule) => (isOneType ? rule : `${type.join("")}: ${rule}`));
  });
}

/** Rules of the items of a list and of the values of a map, unless the items are objects. */
function itemConstraints(document: WithComponents, name: string, schema: Schema): string[] {
  const items = schema.items ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : null);
  if (items === null || schema.properties !== undefined) return [];
  const full = resolve(document, items);
  if (full.properties !== undefined) return [];
  return constraintsOf(name, full).map((rule) => `each ${rule}`);
}

/** The object that a list, a map or a choice with null is about. */
function innermost(document: WithComponents, schema: Schema): Schema {
  const full = resolve(document, schema);
  if (full.items !== undefined) return innermost(document, full.items);
  const choices = (full.anyOf ?? full.oneOf ?? []).filter(({ type }) => type !== "null");
  if (choices.length === 1 && choices[0] !== undefined) return innermost(document, choices[0]);
  if (full.properties === undefined && typeof full.additionalProperties === "object") {
    return innermost(document, full.additionalProperties);
  }
  return schema;
}

function membersOf(document: WithComponents, schema: Schema, path: string, expanded: Set<string>): Property[] {
  const full = resolve(document, innermost(document, schema));
  const required = new Set(full.required ?? []);
  const named = Object.entries(full.properties ?? {});
  const others = typeof full.additionalProperties === "object" && named.length > 0 ? [full.additionalProperties] : [];
  const members = [...named, ...others.map((other) => [OTHERS, other] as const)].map(([name, property]) => ({
    name,
    schema: property,
    required: required.has(name) || name === OTHERS,
    rule: null,
  }));
  return (readKinds(document, full) ?? members).map((member) =>
    readProperty(document, { ...member, path: path === "" ? member.name : `${path}.${member.name}`, expanded }),
  );
}
