/** Changing any input of an operation changes its answer or the SQL that it sends: nothing is accepted and ignored. */
import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { operations } from "@fleet-api/contract/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { argon2Passwords } from "../../src/platform/node.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

const contract: {
  paths: Record<string, Record<string, Operation> & { parameters?: readonly Parameter[] }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
} = JSON.parse(JSON.stringify(document));

function followed<Value extends { readonly $ref?: string }>(value: Value, shared: Record<string, Value>): Value {
  return value.$ref === undefined ? value : (shared[value.$ref.split("/").at(-1) ?? ""] ?? value);
}

/** Two valid values of each input, by its name alone or after its operation; where it is required both are sent, else the first one and none. */
const values: Readonly<Record<string, readonly [unknown, unknown]>> = {
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
  include_deleted: [true, false],
  include_descendants: [true, false],
  sort: ["-name", "name"],
  q: ["depot", "night"],
  resource: ["units", "unit_groups"],
  action: ["view", "create"],
  registration_token: ["x".repeat(43), "y".repeat(43)],
  "If-Match": ['"v1"', '"v7"'],
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
  description: ["one", "two"],
  color: ["#00FF00", "#FF0000"],
  icon: ["one", "two"],
  external_id: ["one", "two"],
  attributes: [{ one: 1 }, { two: 2 }],
  notes: ["one", "two"],
  unit_ids: [[1], [2]],
  mode: ["best_effort", "all_or_nothing"],
  dry_run: [true, false],
  legal_name: ["One", "Two"],
  tax_number: ["1", "2"],
  registration_number: ["1", "2"],
  code: ["ONE", "TWO"],
  contact_name: ["One", "Two"],
  phone: ["+12025550100", "+12025550101"],
  address: [{ line1: "1 Street", city: "Town", country_code: "DE" }, null],
  currency: ["EUR", "KES"],
  limits: [1, 2].map((days) => ({ max_units: 1, max_vehicles: 1, max_users: 1, history_retention_days: days })) as [
    object,
    object,
  ],
  logo_url: ["https://example.com/1", "https://example.com/2"],
  connection_status: ["offline", "online"],
  unit_id: [1, 2],
  identifier: ["one", "two"],
  identifier_type: ["custom", "serial"],
  imei: ["490154203237518", null],
  serial_number: ["one", "two"],
  manufacturer: ["one", "two"],
  model: ["one", "two"],
  protocol: ["one", "two"],
  firmware_version: ["one", "two"],
  reporting_interval_moving_s: [1, 2],
  reporting_interval_parked_s: [1, 2],
  installed_at: ["2026-01-01T00:00:00Z", null],
  installed_by: ["one", "two"],
  warranty_expires_on: ["2026-01-01", null],
  subscription_expires_on: ["2026-01-01", null],
  iccid: ["8999900000000900014", "8999900000000900022"],
  msisdn: ["+12025550100", null],
  imsi: ["00101", null],
  carrier: ["one", null],
  apn: ["one", null],
  activated_on: ["2026-01-01", null],
  odometer_m: [1, 2],
  engine_hours_s: [1, 2],
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
}

function inputsOf(path: string, verb: string): Input[] {
  const item = contract.paths[path];
  const operation = item?.[verb.toLowerCase()];
  const parameters = [...(item?.parameters ?? []), ...(operation?.parameters ?? [])]
    .map((parameter) => followed(parameter, contract.components.parameters))
    .map(({ in: place, name, required }): Input => ({ place, name, required: place === "path" || required === true }));
  const schema = operation?.requestBody?.content["application/json"].schema;
  const { properties = {}, required = [] } = schema === undefined ? {} : followed(schema, contract.components.schemas);
  const members = Object.keys(properties).map((name): Input => ({
    place: "body",
    name,
    required: required.includes(name),
  }));
  return [...parameters, ...members];
}

const cases = Object.values(operations).flatMap(({ id, verb, path }) =>
  inputsOf(path, verb)
    .filter(({ name }) => !elsewhere.has(`${id} ${name}`))
    .map((input) => ({ id, verb, path, input, name: input.name })),
);

describe("every input counts", () => {
  const service = useService({ passwords: argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }) });
  let token = "";
  beforeAll(async () => {
    token = await service.login();
    await service.server.db.query("update unit_groups set deleted_at = now() where id = 10");
    await service.server.db.query("update clients set deleted_at = now() where id = 6");
    await service.server.db.query("update units set deleted_at = now() where id = 3");
  });

  /** What a request with these values does: its answer without what is new each time, and the statements that it sends. */
  async function effectOf(verb: string, path: string, given: readonly (readonly [Input, unknown])[]): Promise<string> {
    const of = (place: Input["place"]) =>
      given.flatMap(([input, value]) => (input.place === place ? [[input.name, value] as const] : []));
    const filled = of("path").reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), path);
    const query = new URLSearchParams(of("query").map(([name, value]) => [name, String(value)])).toString();
    const body =
      contract.paths[path]?.[verb.toLowerCase()]?.requestBody === undefined
        ? undefined
        : Object.fromEntries(of("body"));
    const headers = Object.fromEntries(of("header").map(([name, value]) => [name, String(value)]));
    const sent = recordMessages();
    const answer = await service.call(verb, query === "" ? filled : `${filled}?${query}`, { token, body, headers });
    const { request_id: _id, timestamp: _time, instance: _path, ...rest } = answer.body ?? {};
    const statements = sent.flat().filter(({ sql }) => !/fleet\.request|^begin|^commit/.test(sql));
    return JSON.stringify([answer.status, rest, statements]);
  }

  it.each(cases)("$id $name", async ({ id, verb, path, input }) => {
    const special = needed[`${id} ${input.name}`] ?? {};
    const valueOf = ({ name }: Input, index: 0 | 1): unknown => {
      const pair = values[`${id} ${name}`] ?? values[name];
      if (pair === undefined) throw new Error(`There are no values for ${name}; add two to this test.`);
      return pair[index];
    };
    const others = inputsOf(path, verb)
      .filter((other) => other.name !== input.name && (other.required || Object.hasOwn(special, other.name)))
      .map((other) => [other, special[other.name] ?? valueOf(other, 0)] as const);
    const withValue = (index: 0 | 1) => effectOf(verb, path, [...others, [input, valueOf(input, index)]]);
    // A body that changes nothing is refused, so members of it are compared with another value as well.
    const effects = [
      await withValue(0),
      await withValue(1),
      ...(input.required ? [] : [await effectOf(verb, path, others)]),
    ];
    expect(new Set(effects).size).toBeGreaterThan(1);
  });
});
