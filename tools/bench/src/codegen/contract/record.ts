import { explained, type Field, FIELDS, formatted, openEnumeration, scalar } from "./fields.ts";
import type { GroupNames } from "./nouns.ts";
import type { Choices } from "./random.ts";
import type { Node } from "./yaml-text.ts";

/** The record of a group: what it holds, and which of it a caller writes. */
export interface RecordShape {
  /** All properties, in their order. */
  readonly fields: readonly Field[];
  /** Names of the properties that a create or an update may have. */
  readonly writable: readonly string[];
  /** Names of the properties of the summary. */
  readonly summary: readonly string[];
  /** Component schemas that the properties refer to. */
  readonly components: Node;
}

/** Values of a status; a group has the first three to all of them. */
const STATUSES = {
  planned: "not in use yet",
  active: "in use",
  suspended: "out of use for now",
  faulty: "waits for a repair",
  retired: "out of use for good",
};

/** A record of 20 to 35 properties, of the kinds that the groups of the service have. */
export function recordShape(names: GroupNames, choose: Choices): RecordShape {
  const { schema, words } = names;
  const own = choose.some(FIELDS, choose.integer(8, 19));
  const nested = choose.some(nestedObjects(schema), choose.integer(1, 2));
  const statuses = Object.fromEntries(Object.entries(STATUSES).slice(0, choose.integer(3, 5)));
  const written: Field[] = [
    {
      name: "client_id",
      schema: { $ref: "../../shared/scalars.yaml#/Id", description: "The client that it belongs to." },
    },
    scalar("external_id", "ExternalId", "Identifier in a system of the integrator, unique per client.", "erp-1001"),
    {
      name: "name",
      schema: {
        type: "string",
        description: `Name of the ${words.one}, for people.`,
        minLength: 1,
        maxLength: 120,
        examples: ["Demo 1"],
      },
    },
    { name: "status", schema: { $ref: `#/${schema}Status` } },
    ...own,
    ...nested.map(({ field }) => field),
    { name: "attributes", schema: ATTRIBUTES },
    scalar("notes", "NullableNote", "Free text.", null),
  ];
  return {
    fields: [scalar("id", "Id", `Identifies the ${words.one}.`), ...written, ...readOnly(words.one)],
    writable: written.map(({ name }) => name),
    summary: ["id", "client_id", "name", "status", "updated_at"],
    components: {
      [`${schema}Status`]: {
        "x-provenance": "designed",
        type: "string",
        description: explained(`Where the ${words.one} stands in its life.`, statuses),
        enum: Object.keys(statuses),
        examples: ["active"],
      },
      ...Object.fromEntries(nested.map(({ name, component }) => [name, component])),
    },
  };
}

function readOnly(one: string): Field[] {
  return [
    scalar("partner_id", "NullableOrganisationId", "The partner above the client."),
    scalar("agency_id", "NullableOrganisationId", "The agency above the client.", "a-1"),
    { name: "client", schema: { $ref: "../synthetic/shared.yaml#/SyntheticOwner" } },
    scalar("version", "Id", "Grows by one with every change of the record."),
    scalar("created_at", "Instant", `When the ${one} was created, UTC.`),
    scalar("updated_at", "Instant", `When the ${one} was last changed, UTC.`),
    scalar("deleted_at", "NullableInstant", `When the ${one} was deleted, UTC; null while it is not.`, null),
  ];
}

const ATTRIBUTES: Node = {
  type: "object",
  description: "Free attributes, at most 50.",
  maxProperties: 50,
  additionalProperties: {
    type: ["string", "number", "boolean"],
    description: "The value of the attribute.",
    maxLength: 500,
  },
  examples: [{ depot: "north" }],
};

/** An object of its own inside of the record. */
interface NestedObject {
  readonly name: string;
  readonly field: Field;
  readonly component: Node;
}

function nestedObjects(schema: string): NestedObject[] {
  return [
    optional(schema, "address", "Where it is kept.", [
      scalar("street", "NullableShortText", "Street and number of the house.", "Demo Street 1"),
      scalar("city", "NullableShortText", "Town or village.", "Nairobi"),
      formatted("country_code", "^[A-Z]{2}$", "Country, ISO 3166-1.", "KE"),
      {
        name: "latitude",
        schema: {
          type: "number",
          description: "Degrees north, WGS 84.",
          minimum: -90,
          maximum: 90,
          examples: [-1.2864],
        },
      },
      {
        name: "longitude",
        schema: {
          type: "number",
          description: "Degrees east, WGS 84.",
          minimum: -180,
          maximum: 180,
          examples: [36.8172],
        },
      },
    ]),
    optional(schema, "contact", "Whom to call about it.", [
      scalar("full_name", "NullableLongName", "Name of the person.", "Demo Person"),
      scalar("email", "Email", "Address for messages.", "demo@example.com"),
      formatted("phone", "^\\+[0-9]{6,15}$", "Phone number in the form of E.164.", "+12025550100"),
    ]),
    papers(schema),
  ];
}

function optional(schema: string, name: string, description: string, fields: readonly Field[]): NestedObject {
  const component = schema + name.charAt(0).toUpperCase() + name.slice(1);
  return {
    name: component,
    field: {
      name,
      schema: { anyOf: [{ $ref: `#/${component}` }, { type: "null" }], description: `${description} Null if unknown.` },
    },
    component: requestAndResponse(description, fields),
  };
}

/** A list of objects. */
function papers(schema: string): NestedObject {
  const name = `${schema}Paper`;
  const items = { $ref: `#/${name}` };
  return {
    name,
    field: {
      name: "papers",
      schema: { type: "array", description: "Its papers, the newest first.", maxItems: 20, items },
    },
    component: requestAndResponse("A paper with a date of its own.", [
      openEnumeration("kind", "What kind of paper it is.", {
        registration: "of an authority",
        insurance: "of an insurer",
        invoice: "of a supplier",
      }),
      scalar("number", "NullableWord", "What is printed on it.", "P-1"),
      scalar("issued_on", "NullableDay", "Day of its issue."),
      scalar("expires_on", "NullableDay", "Last day on which it counts.", "2027-01-15"),
    ]),
  };
}

/** The list of required properties is not derived where a request reaches the schema as well. */
function requestAndResponse(description: string, fields: readonly Field[]): Node {
  return {
    "x-provenance": "designed",
    type: "object",
    description,
    required: fields.map(({ name }) => name),
    properties: propertiesOf(fields),
  };
}

/** Fields as the `properties` of a schema. */
export function propertiesOf(fields: readonly Field[]): Node {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
}
