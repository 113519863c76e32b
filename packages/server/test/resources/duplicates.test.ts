/** 409 `duplicate` names every value that is taken, and the records that the caller may see. */
import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { Unit } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { luhnDigit } from "../../src/platform/luhn.ts";
import { runs } from "../support/db.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
/** Clients of one agency, and one of another. */
const [north, south, elsewhere] = [1, 2, 3];
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

function call<Data = { readonly id: number }>(method: string, path: string, body?: unknown, as = token) {
  return service.call<Data>(method, path, { token: as, body });
}

/** Each finding of a refusal: the field, and the record that has its value. */
function takenOf({ status, body }: Answer<unknown>): unknown {
  return [status, body.code, (body.errors ?? []).map(({ pointer, code, existing_id }) => [pointer, code, existing_id])];
}

/** The same of each item of an import. */
function problemsOf({ body }: Answer<BulkResult>): unknown {
  return body.data.results.map(({ problem }) => [
    problem?.code,
    problem?.errors?.map(({ pointer, code, existing_id }) => [pointer, code, existing_id]),
    problem?.existing_id,
  ]);
}

async function create(path: string, body: object, as = token): Promise<number> {
  const { status, body: answer } = await call("POST", path, body, as);
  expect([status, answer.detail]).toEqual([201, undefined]);
  return answer.data.id;
}

const imei = (n: number): string => {
  const digits = `35${String(n).padStart(12, "0")}`;
  return digits + luhnDigit(digits);
};

type Values = Readonly<Record<string, string>>;

/** A group of records: what a new one needs, and the values that no two may have. */
interface Kind {
  readonly path: string;
  readonly needs: object;
  readonly keys: (n: number) => Values;
  /** The key that is compared case-insensitively. */
  readonly folded?: string;
  /** What its import matches by. */
  readonly imports?: string;
  readonly isRestored?: boolean;
}

const kinds: readonly Kind[] = [
  {
    path: "/units",
    needs: { client_id: north, name: "Unit", identifier_type: "custom" },
    keys: (n) => ({ identifier: `d-${n}`, imei: imei(n), external_id: `d-${n}` }),
    imports: "external_id",
  },
  {
    path: "/vehicles",
    needs: { client_id: north, name: "Vehicle" },
    keys: (n) => ({ external_id: `d-${n}`, fleet_number: `ä-${n}`, vin: `WDB${String(n).padStart(14, "0")}` }),
    folded: "fleet_number",
    imports: "vin",
  },
  {
    path: "/drivers",
    needs: { client_id: north, first_name: "A", last_name: "Driver" },
    keys: (n) => ({ external_id: `d-${n}`, personnel_number: `p-${n}` }),
    folded: "personnel_number",
    imports: "external_id",
  },
  {
    path: "/clients",
    needs: { agency_id: "demo-agency-1", timezone: "UTC", currency: "KES" },
    keys: (n) => ({ name: `Duplicates ${n}`, external_id: `d-${n}` }),
    folded: "name",
  },
  {
    path: "/unit_groups",
    needs: { client_id: north },
    keys: (n) => ({ name: `Duplicates ${n}`, external_id: `d-${n}` }),
    folded: "name",
  },
  {
    path: "/vehicle_expense_types",
    needs: { client_id: north, category: "other" },
    keys: (n) => ({ name: `Duplicates ${n}`, code: `d_${n}`, external_id: `d-${n}` }),
    isRestored: false,
    folded: "name",
  },
  {
    path: "/vehicle_expense_types",
    needs: { partner_id: "demo-partner", category: "other" },
    keys: (n) => ({ name: `Duplicates ${n}`, code: `d_${n}`, external_id: `d-${n}` }),
    isRestored: false,
  },
];

describe.each(kinds)("$path $needs", ({ path, needs, keys, folded, imports, isRestored = true }) => {
  const next = (): Values => {
    serial += 1;
    return keys(serial);
  };
  const names = Object.keys(keys(0));
  /** Who has each value of the wanted record: nobody, or one of three, of which the last one is deleted. */
  const holders = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.constantFrom(null, 0, 0, 1, 2)])),
  ) as fc.Arbitrary<Record<string, number | null>>;

  it("creation, change, import and restoration name every value that another live record has", async () => {
    await fc.assert(
      fc.asyncProperty(holders, async (held) => {
        const wanted = next();
        const restored = await create(path, { ...needs, ...wanted });
        await call("DELETE", `${path}/${restored}`);
        const others: number[] = [];
        for (const place of [0, 1, 2]) {
          const own = Object.entries(wanted).filter(([name]) => held[name] === place);
          const same = own.map(([name, value]) => [name, name === folded ? value.toUpperCase() : value]);
          others.push(await create(path, { ...needs, ...next(), ...Object.fromEntries(same) }));
        }
        await call("DELETE", `${path}/${others[2]}`);
        const changed = await create(path, { ...needs, ...next() });
        const expected = names.flatMap((name) => {
          const place = held[name] ?? 2;
          return place === 2 ? [] : [[`/${name}`, "duplicate", others[place]]];
        });
        const same = (answer: Answer<unknown>): void => {
          const refusal = [409, "duplicate", expected];
          expect(takenOf(answer)).toEqual(expected.length > 0 ? refusal : [200, undefined, []]);
          expect(answer.body.existing_id).toBe(expected[0]?.[2]);
        };
        if (expected.length > 0) same(await call("POST", path, { ...needs, ...wanted }));
        if (expected.length > 0) same(await call("PATCH", `${path}/${changed}`, wanted));
        if (imports !== undefined && expected.length > 0) {
          const how = { match_on: imports, action: "create", items: [{ ...needs, ...wanted }] };
          const findings = expected.map(([pointer, ...finding]) => [`/items/0${pointer}`, ...finding]);
          const best = await call<BulkResult>("POST", `${path}/import`, { ...how, mode: "best_effort" });
          expect(problemsOf(best)).toEqual([["duplicate", findings, expected[0]?.[2]]]);
          expect(takenOf(await call("POST", `${path}/import`, how))).toEqual([422, "validation_failed", findings]);
        }
        if (isRestored) same(await call("POST", `${path}/${restored}/restore`));
        else if (expected.length === 0) same(await call("PATCH", `${path}/${changed}`, wanted));
      }),
      { numRuns: runs(8) },
    );
  });
});

async function roleOf(username: string): Promise<number> {
  const [user] = await service.server.db.query<{ role_id: number }>("select role_id from users where username = $1", [
    username,
  ]);
  if (user === undefined) throw new Error(`The demo has no user ${username}.`);
  return user.role_id;
}

describe("a value that is taken outside of what the caller may see", () => {
  const device = (more: object = {}): { identifier: string; imei: string } & Record<string, unknown> => {
    serial += 1;
    return {
      client_id: north,
      name: "Unit",
      identifier_type: "custom",
      identifier: `d-${serial}`,
      imei: imei(serial),
      ...more,
    };
  };
  const logins = ["partner-admin", "agency-admin-1", "agency-admin-2", "client-north", "client-east"];
  const home: Readonly<Record<string, number>> = { "agency-admin-2": elsewhere, "client-east": elsewhere };

  beforeAll(async () => {
    // Users of clients may create units, too.
    await service.server.db.query(
      "insert into role_permissions (role_id, resource, action) values ($1, 'units', 'create')",
      [await roleOf("demo-client-north")],
    );
  });

  it.each(logins)("%s: the field is named, and the id exactly if the caller can read the record", async (login) => {
    const taken = [];
    for (const client_id of [north, south, elsewhere]) {
      for (let count = 0; count < 2; count += 1) {
        const body = device({ client_id });
        taken.push({ ...body, id: await create("/units", body) });
      }
    }
    const as = await service.login(`demo-${login}`);
    const client_id = home[login] ?? north;
    const readable = new Map<number, boolean>();
    for (const { id } of taken) readable.set(id, (await call("GET", `/units/${id}`, undefined, as)).status === 200);
    const seen = new Set<string>();
    for (const one of taken) {
      for (const other of taken) {
        const body = device({ client_id, identifier: one.identifier, imei: other.imei });
        const shown = (id: number): number | undefined => (readable.get(id) === true ? id : undefined);
        const expected = [
          ["/identifier", "duplicate", shown(one.id)],
          ["/imei", "duplicate", shown(other.id)],
        ];
        const answer = await call("POST", "/units", body, as);
        expect(takenOf(answer)).toEqual([409, "duplicate", expected]);
        expect(answer.body.existing_id).toBe(shown(one.id) ?? shown(other.id));
        seen.add([shown(one.id), shown(other.id)].map((id) => id !== undefined).join());
      }
    }
    expect([...seen].toSorted()).toEqual(
      login === "partner-admin" ? ["true,true"] : ["false,false", "false,true", "true,false", "true,true"],
    );
  });

  it("an import says the same, as a whole and item by item", async () => {
    const [near, far] = [device(), device({ client_id: elsewhere })];
    const id = await create("/units", near);
    await create("/units", far);
    const as = await service.login("demo-agency-admin-1");
    const items = [device({ external_id: `d-${serial}`, identifier: far.identifier, imei: near.imei })];
    const expected = [
      ["/items/0/identifier", "duplicate", undefined],
      ["/items/0/imei", "duplicate", id],
    ];
    const whole = await call("POST", "/units/import", { match_on: "external_id", items }, as);
    expect(takenOf(whole)).toEqual([422, "validation_failed", expected]);
    const best = { match_on: "external_id", items, mode: "best_effort" };
    expect(problemsOf(await call<BulkResult>("POST", "/units/import", best, as))).toEqual([
      ["duplicate", expected, id],
    ]);
  });

  it("has no id for a caller who may create records and not view them", async () => {
    const [one, other] = [device(), device()];
    for (const body of [one, other]) await create("/units", body);
    const { db } = service.server;
    const role = await roleOf("demo-agency-admin-1");
    const view = [role, "units", "view"];
    await db.query("delete from role_permissions where role_id = $1 and resource = $2 and action = $3", view);
    try {
      const as = await service.login("demo-agency-admin-1");
      const answer = await call("POST", "/units", device({ identifier: one.identifier, imei: other.imei }), as);
      expect([takenOf(answer), answer.body.existing_id]).toEqual([
        [
          409,
          "duplicate",
          [
            ["/identifier", "duplicate", undefined],
            ["/imei", "duplicate", undefined],
          ],
        ],
        undefined,
      ]);
    } finally {
      await db.query("insert into role_permissions (role_id, resource, action) values ($1, $2, $3)", view);
    }
  });

  it("names a client of the agency that the caller does not reach by its fields only", async () => {
    const { db } = service.server;
    const role = await roleOf("demo-client-north");
    await db.query("insert into role_permissions (role_id, resource, action) values ($1, 'clients', 'edit')", [role]);
    try {
      const as = await service.login("demo-client-north");
      serial += 1;
      const name = `Duplicates ${serial}`;
      const needs = { agency_id: "demo-agency-1", timezone: "UTC", currency: "KES" };
      await create("/clients", { ...needs, name, external_id: `d-${serial}` });
      const answer = await call("PATCH", `/clients/${north}`, { name, external_id: `d-${serial}` }, as);
      expect([takenOf(answer), answer.body.existing_id]).toEqual([
        [
          409,
          "duplicate",
          [
            ["/name", "duplicate", undefined],
            ["/external_id", "duplicate", undefined],
          ],
        ],
        undefined,
      ]);
    } finally {
      await db.query("delete from role_permissions where role_id = $1 and resource = 'clients' and action = 'edit'", [
        role,
      ]);
    }
  });

  it("of a unit to restore, the SIM card counts: sim_in_use for nothing else, and otherwise duplicate", async () => {
    const iccid = `8988${String(serial).padStart(15, "0")}`;
    const body = device({ external_id: `d-${serial}` });
    const unit = await create("/units", body);
    await call("PUT", `/units/${unit}/sim_card`, { iccid });
    await call("DELETE", `/units/${unit}`);
    const other = await create("/units", device());
    expect((await call<Unit>("PUT", `/units/${other}/sim_card`, { iccid })).status).toBe(200);
    const sim = ["/sim_card/iccid", "duplicate", other];
    expect(takenOf(await call("POST", `/units/${unit}/restore`))).toEqual([409, "sim_in_use", [sim]]);
    const same = await create("/units", device({ identifier: body.identifier, external_id: body["external_id"] }));
    const answer = await call("POST", `/units/${unit}/restore`);
    expect(takenOf(answer)).toEqual([
      409,
      "duplicate",
      [["/identifier", "duplicate", same], ["/external_id", "duplicate", same], sim],
    ]);
    for (const words of ["identifier", "external_id", "SIM card"]) expect(answer.body.detail).toContain(words);
    const third = await create("/units", device());
    expect(takenOf(await call("PUT", `/units/${third}/sim_card`, { iccid }))).toEqual([
      409,
      "sim_in_use",
      [["/iccid", "duplicate", other]],
    ]);
  });
});

it("names both counters of a reading whose instant other readings have", async () => {
  const unit = await create("/units", {
    client_id: north,
    name: "Unit",
    identifier_type: "custom",
    identifier: "read",
  });
  const read = async (body: object) =>
    call("POST", `/units/${unit}/readings`, { read_at: service.clock.now().toISOString(), ...body });
  const first = await read({ odometer_m: 5 });
  const second = await read({ engine_hours_s: 5 });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(takenOf(await read({ odometer_m: 6, engine_hours_s: 7 }))).toEqual([
    409,
    "duplicate",
    [
      ["/odometer_m", "duplicate", first.body.data.id],
      ["/engine_hours_s", "duplicate", second.body.data.id],
    ],
  ]);
  expect(takenOf(await read({ engine_hours_s: 7 }))).toEqual([
    409,
    "duplicate",
    [["/engine_hours_s", "duplicate", second.body.data.id]],
  ]);
});
