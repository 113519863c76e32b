/** Changing any input of an operation changes its answer or the SQL that it sends: nothing is accepted and ignored. */
import { beforeAll, describe, expect, it } from "vitest";
import type { RequestSchema } from "../fuzz/support/values-of-schema.ts";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations, findSchema } from "../support/contract-operations.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

/** Two valid values of inputs where the contract does not show two, by name alone or after the operation. */
const values: Readonly<Record<string, readonly [unknown, unknown]>> = {
  attributes: [{ one: 1 }, { two: 2 }],
  connection_status: ["offline", "online"],
  identifier_type: ["custom", "serial"],
  page: [2, 1],
  per_page: [1, 2],
  limit: [1, 2],
  partner_id: ["demo-partner", "other"],
  agency_id: ["demo-agency-1", "other"],
  client_id: [1, 2],
  status: ["suspended", "active"],
  parent_id: [1, 4],
  unit_group_id: [1, 2],
  lifecycle_status: ["active", "faulty"],
  updated_after: ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z"],
  sort: ["-name", "name"],
  q: ["depot", "night"],
  resource: ["units", "unit_groups"],
  action: ["view", "create"],
  registration_token: ["x".repeat(43), "y".repeat(43)],
  "If-Match": ['"v1-1"', '"v7-1"'],
  "If-None-Match": ["*", '"x"'],
  "Idempotency-Key": ["key-a", "key-b"],
  username: ["demo-client-west", "nobody"],
  password: ["one password of many", "another password"],
  email: ["nobody@example.com", "somebody@example.com"],
  token: ["x".repeat(43), "y".repeat(43)],
  first_name: ["New", "Other"],
  last_name: ["Comer", "Person"],
  timezone: ["Europe/Berlin", "UTC"],
  language: ["de", "en"],
  name: ["A name", "Another"],
  notes: ["one", "two"],
  unit_ids: [[1], [2]],
  address: [{ line1: "1 Street", city: "Town", country_code: "DE" }, null],
  currency: ["EUR", "KES"],
  limits: [1, 2].map((days) => ({ max_units: 1, max_vehicles: 1, max_users: 1, history_retention_days: days })) as [
    object,
    object,
  ],
  unit_id: [1, 2],
  identifier: ["one", "two"],
  iccid: ["8999900000000900014", "8999900000000900022"],
  read_at: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
  "unitsAssignSimCard status": ["active", "suspended"],
  "clientsListingByAgency agency_id": ["demo-agency-1", "demo-agency-2"],
  "authLogin password": ["fleet-demo-client-west", "another password"],
};

/** Inputs that show only in a request of a certain kind. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Which units fail is what the mode is about.
  "unitGroupsAddUnits mode": { unit_ids: [1, 999_999] },
  "unitGroupsRemoveUnits mode": { unit_ids: [1, 999_999] },
  // A change has at least one member.
  "unitGroupsUpdate unit_group_id": { notes: "new" },
  "unitGroupsUpdate If-Match": { notes: "new" },
  "clientsUpdate client_id": { notes: "new" },
  "clientsUpdate If-Match": { notes: "new" },
  "clientsGet include_deleted": { client_id: 6 },
  "unitsUpdate unit_id": { notes: "new" },
  "unitsUpdate If-Match": { notes: "new" },
  "unitsGet include_deleted": { unit_id: 3 },
  "unitsSetCounters unit_id": { odometer_m: 1 },
  "unitsSetCounters read_at": { odometer_m: 1 },
  "unitsSetCounters If-Match": { odometer_m: 1 },
  "unitGroupsGet include_deleted": { unit_group_id: 10 },
  "unitGroupsUnitsListing limit": { per_page: 1, page: 2 },
};

/**
 * Inputs whose effect comes only after a token that a message brings; the suites of registration and of password resets
 * show it.
 */
const elsewhere = new Set([
  "authRegisterComplete username",
  "authRegisterComplete password",
  "authRegisterComplete first_name",
  "authRegisterComplete last_name",
  "authRegisterComplete timezone",
  "authRegisterComplete language",
  "authPasswordReset password",
]);

interface Input {
  readonly place: "path" | "query" | "header" | "body";
  readonly name: string;
  readonly required: boolean;
  readonly schema: RequestSchema;
  readonly example: unknown;
}

function resolve(schema: RequestSchema): RequestSchema {
  return schema.$ref === undefined ? schema : findSchema(schema.$ref);
}

function inputsOf({ parameters, body, bodyExample }: Operation): Input[] {
  const { properties = {}, required = [] } = body === null ? {} : resolve(body);
  return [
    ...parameters.map(({ in: place, name, required: must, schema, example }): Input => ({
      place,
      name,
      required: place === "path" || must === true,
      schema,
      example,
    })),
    ...Object.entries(properties).map(([name, schema]): Input => ({
      place: "body",
      name,
      required: required.includes(name),
      schema,
      example: Object(bodyExample)[name],
    })),
  ];
}

/** Two valid values; where an input is required both are sent, else the first one and none. */
function valuesOf({ id }: Operation, { name, schema, example }: Input): readonly [unknown, unknown] {
  const given = values[`${id} ${name}`] ?? values[name];
  if (given !== undefined) return given;
  const { type = [], enum: choices = [], anyOf = [] } = resolve(schema);
  const [first, second] =
    [choices, ...anyOf.map((part) => resolve(part).enum ?? [])].find(({ length }) => length > 1) ?? [];
  if (second !== undefined) return [first, second];
  if (type === "boolean") return [true, false];
  if (typeof example === "number") return [example, example + 1];
  if (type.includes("null") && example != null) return [example, null];
  throw new Error(`There are no values for ${name}; add two to this test.`);
}

const cases = contractOperations.flatMap((operation) =>
  inputsOf(operation)
    .filter(({ name }) => !elsewhere.has(`${operation.id} ${name}`))
    .map((input) => ({ id: operation.id, name: input.name, operation, input })),
);

describe("every input counts", () => {
  const service = useService();
  let token = "";
  beforeAll(async () => {
    token = await service.login();
    await service.server.db.query("update unit_groups set deleted_at = now() where id = 10");
    await service.server.db.query("update clients set deleted_at = now() where id = 6");
    await service.server.db.query("update units set deleted_at = now() where id = 3");
  });

  /** What a request with these values does: its answer without what is new each time, and the statements that it sends. */
  async function effectOf(
    { verb, path, body: schema }: Operation,
    given: readonly (readonly [Input, unknown])[],
  ): Promise<string> {
    const of = (place: Input["place"]) =>
      given.flatMap(([input, value]) => (input.place === place ? [[input.name, value] as const] : []));
    const filled = of("path").reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), path);
    const query = new URLSearchParams(of("query").map(([name, value]) => [name, String(value)])).toString();
    const body = schema === null ? undefined : Object.fromEntries(of("body"));
    const headers = Object.fromEntries(of("header").map(([name, value]) => [name, String(value)]));
    const sent = recordMessages();
    const answer = await service.call(verb, query === "" ? filled : `${filled}?${query}`, { token, body, headers });
    const { request_id: _id, timestamp: _time, instance: _path, ...rest } = answer.body ?? {};
    const statements = sent.flat().filter(({ sql }) => !/fleet\.request|^begin|^commit/.test(sql));
    return JSON.stringify([answer.status, rest, statements]);
  }

  it.each(cases)("$id $name", async ({ id, operation, input }) => {
    const special = needed[`${id} ${input.name}`] ?? {};
    const others = inputsOf(operation)
      .filter((other) => other.name !== input.name && (other.required || Object.hasOwn(special, other.name)))
      .map((other) => [other, special[other.name] ?? valuesOf(operation, other)[0]] as const);
    const withValue = (index: 0 | 1) => effectOf(operation, [...others, [input, valuesOf(operation, input)[index]]]);
    // A body that changes nothing is refused, so members of it are compared with another value as well.
    const effects = [
      await withValue(0),
      await withValue(1),
      ...(input.required ? [] : [await effectOf(operation, others)]),
    ];
    expect(new Set(effects).size).toBeGreaterThan(1);
  });
});
