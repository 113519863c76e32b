/** The form of an operation: made from its schemas when the site is built, and read by the page "Try it". */
import { constraintsOf } from "../contract/constraints.ts";
import type { OpenApiDocument, Parameter, Schema, WithComponents } from "../contract/document.ts";
import { resolve } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import type { Property } from "../contract/properties.ts";
import { readValue } from "../contract/properties.ts";
import type { SiteContract } from "../contract/site-contract.ts";
import type { Callable, ExampleRequest } from "../samples/example-request.ts";
import { exampleRequest } from "../samples/example-request.ts";

/** A form, with what the page says about its operation. */
export interface Form {
  readonly operation: Callable & Pick<Operation, "summary" | "permission">;
  readonly fields: Fields;
  /** What the fields begin with. */
  readonly request: ExampleRequest;
}

/** Paths below the folder of the page, with their content. */
export function formFiles({ document, operations }: SiteContract): Map<string, string> {
  const files = new Map<string, string>();
  for (const operation of operations) {
    const { id, verb, path, auth, summary, permission, paged, stream } = operation;
    const form: Form = {
      operation: {
        id,
        verb,
        path,
        auth,
        summary,
        permission,
        paged,
        stream,
        parameters: operation.parameters.map(({ name, in: place, explode }) => ({
          name,
          in: place,
          ...(explode !== undefined && { explode }),
        })),
        body: operation.body && { mediaType: operation.body.mediaType },
        replies: operation.replies.map(({ status }) => ({ status })),
      },
      fields: fieldsOf(document, operation),
      request: exampleRequest(operation, document),
    };
    files.set(`${id}.json`, JSON.stringify(form));
  }
  return files;
}

/**
 * How a value is put in. `text`, `number`: a text field; `boolean`, `choice`: a list of values; `choices`: several of
 * them, in the order of choosing; `lines`: a list, one item a line; `members`: fields of their own; `json`: any value.
 */
type FieldKind = "text" | "number" | "boolean" | "choice" | "choices" | "lines" | "members" | "json";

/** A value that a request takes. */
export interface Field {
  /** Name of the parameter or of the member in JSON. */
  readonly name: string;
  /** Where it is in the request, unique in the form: `query.page`, `body.sim_card.iccid`. */
  readonly id: string;
  readonly kind: FieldKind;
  /** Of `number`, and of the items of `lines`: whether they are numbers. */
  readonly numeric: boolean;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly secret: boolean;
  /** Its type in words. */
  readonly type: string;
  /** Its first sentence, and its rules. */
  readonly hint: string;
  /** The accepted values of `choice` and `choices`. */
  readonly values: readonly (string | number)[];
  /** Of `members`. */
  readonly members: readonly Field[];
}

/** The fields of a request by where they are. */
export interface Fields {
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly headers: readonly Field[];
  /** The members of the body, one field for a body that is no object, or null without one. */
  readonly body: readonly Field[] | Field | null;
}

/** The fields of an operation. */
export function fieldsOf(document: OpenApiDocument, { parameters, body }: Operation): Fields {
  const at = (place: Parameter["in"]): Field[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required = false, description = "" }) =>
        fieldOf(document, { name, id: `${place}.${name}`, schema, required, description }),
      );
  return { path: at("path"), query: at("query"), headers: at("header"), body: body && bodyField(document, body) };
}

function bodyField(document: WithComponents, { schema, required }: NonNullable<Operation["body"]>): Fields["body"] {
  const field = fieldOf(document, { name: "body", id: "body", schema, required, description: "" });
  return field.kind === "members" ? field.members : field;
}

interface Place {
  readonly name: string;
  readonly id: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description: string;
}

function fieldOf(document: WithComponents, { name, id, schema, required, description }: Place): Field {
  const property = readValue(document, name, schema, required);
  const full = resolve(document, schema);
  const inner = mainSchema(document, full);
  const kind = kindOf(document, inner);
  const item = inner.items === undefined ? undefined : resolve(document, inner.items);
  return {
    name,
    id,
    kind,
    numeric: isNumeric(kind === "lines" ? (item ?? {}) : inner),
    required,
    nullable: property.nullable,
    secret: full["x-sensitive"] ?? false,
    type: property.type.map(({ text }) => text).join(""),
    hint: hintOf(name, property, inner, description),
    values: property.values.filter((value) => typeof value === "string" || typeof value === "number"),
    members: kind === "members" ? membersOf(document, id, inner) : [],
  };
}

function membersOf(document: WithComponents, id: string, { properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(document, { name, id: `${id}.${name}`, schema, required: required.includes(name), description: "" }),
  );
}

/** The schema of the values other than null; of an open enum, that of the values that it lists. */
function mainSchema(document: WithComponents, given: Schema): Schema {
  const schema = resolve(document, given);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== "null");
  const [first] = choices;
  if (first === undefined || (choices.length > 1 && schema["x-open-enum"] !== true)) return schema;
  return mainSchema(document, first);
}

function kindOf(document: WithComponents, schema: Schema): FieldKind {
  const types = typesOf(schema);
  const [type] = types;
  if (types.length !== 1) return "json";
  if (type === "object") return isFixed(schema) ? "members" : "json";
  if (type === "array") {
    const item = mainSchema(document, schema.items ?? {});
    const [itemType = "", ...others] = typesOf(item);
    if (others.length > 0 || !["string", "integer", "number"].includes(itemType)) return "json";
    return item.enum === undefined ? "lines" : "choices";
  }
  if (schema.enum !== undefined) return "choice";
  if (type === "boolean") return "boolean";
  if (isNumeric(schema)) return "number";
  return type === "string" ? "text" : "json";
}

/** Whether an object has its named members alone. */
function isFixed({ properties, additionalProperties }: Schema): boolean {
  return properties !== undefined && typeof additionalProperties !== "object";
}

function typesOf({ type = [] }: Schema): string[] {
  return (typeof type === "string" ? [type] : type).filter((one) => one !== "null");
}

function isNumeric(schema: Schema): boolean {
  const [type, ...others] = typesOf(schema);
  return others.length === 0 && (type === "integer" || type === "number");
}

function hintOf(name: string, property: Property, inner: Schema, description: string): string {
  const text = (description || property.description).replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
  const sentence = /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
  const rules = [...new Set([...property.constraints, ...constraintsOf(name, inner)])].join(", ");
  return [sentence, rules === "" ? "" : `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`]
    .filter((part) => part !== "")
    .join(" ");
}
