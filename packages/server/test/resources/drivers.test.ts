import type { Driver, DriverSummary } from "@fleet-api/contract/types/drivers";
import { beforeEach, describe, expect, it } from "vitest";
import { driverRequests } from "../support/drivers.ts";
import type { Answer } from "../support/service.ts";
import { start, useService } from "../support/service.ts";

const service = useService();
const DAY = 24 * 60 * 60_000;
/** Clients of one agency, and one of another. */
const [north, south, elsewhere] = [1, 2, 3];
let token = "";

beforeEach(async () => {
  token = await service.login();
});

const { call, fresh, create, vehicle, assign } = driverRequests({ service, token: () => token });

async function found(q: string, more: Record<string, string> = {}): Promise<number[]> {
  const query = new URLSearchParams({ q, per_page: "200", ...more });
  const { status, body } = await call<DriverSummary[]>("GET", `/drivers/find?${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.data.map(({ id }) => id);
}

async function listed(query: Record<string, string>): Promise<number[]> {
  const path = `/drivers/listing?${new URLSearchParams({ per_page: "200", ...query })}`;
  const { status, body } = await call<Driver[]>("GET", path);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.data.map(({ id }) => id);
}

const day = (days: number): string => new Date(start.getTime() + days * DAY).toISOString().slice(0, 10);
const codeOf = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];
const findingsOf = ({ status, body }: Answer<unknown>) => [
  status,
  body.errors?.map(({ pointer, code }) => [pointer, code]),
];
const noticesOf = ({ body }: Answer<unknown>): string[] => (body.notices ?? []).map((text) => text.split(":")[0] ?? "");

/** The id of a demo user. */
async function userId(key: string): Promise<number> {
  const [row] = await service.server.db.query<{ id: number }>("select id from users where username = $1", [
    `demo-${key}`,
  ]);
  return row?.id ?? 0;
}

describe("POST /drivers", () => {
  const given = {
    external_id: "erp-full",
    first_name: "Zoë",
    middle_name: "de la",
    last_name: "Cruz Ñandú",
    personnel_number: "P-full",
    email: "zoe@example.com",
    phone: "+12025550101",
    address: {
      line1: "1 Street",
      line2: null,
      city: "Nairobi",
      region: null,
      postal_code: "00100",
      country_code: "KE",
    },
    emergency_contact: { name: "Somebody", phone: null },
    birth_on: "1985-02-28",
    hired_on: "2020-02-29",
    left_on: "2020-02-29",
    status: "on_leave",
    timezone: "Africa/Nairobi",
    licence_number: "L-1",
    licence_country: "KE",
    licence_region: "KE-30",
    licence_categories: ["B", "C1E", "CE"],
    licence_issued_on: "2019-05-01",
    licence_expires_on: "9999-12-31",
    attributes: { depot: "north", birth_on: "long ago" },
    notes: "n",
  };

  it("201: the driver as given, with the full name", async () => {
    const { status, headers, body } = await call("POST", "/drivers", { ...fresh(), ...given });
    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body.data).toMatchObject({
      ...given,
      full_name: "Zoë de la Cruz Ñandú",
      client_id: north,
      client: { id: north, name: "Demo Client North" },
      partner_id: "demo-partner",
      agency_id: "demo-agency-1",
      user_id: null,
      vehicle_id: null,
      vehicle: null,
      id_tags: [],
      next_document_expiry_on: null,
      erased_at: null,
      version: 1,
      deleted_at: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/drivers/${body.data.id}`);
    expect((await call("GET", `/drivers/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it("201: what is omitted is empty, and the driver is active", async () => {
    const { first_name, last_name, client_id, external_id } = fresh();
    const { id, ...driver } = await create({ first_name, last_name, client_id, external_id, middle_name: undefined });
    const isSet = new Set(["client_id", "client", "partner_id", "agency_id", "first_name", "last_name", "full_name"]);
    for (const name of ["external_id", "status", "version", "created_at", "updated_at"]) isSet.add(name);
    const empty = { attributes: {}, licence_categories: [], id_tags: [] };
    const others = Object.keys(driver).filter((name) => !isSet.has(name));
    expect(driver).toMatchObject({
      ...Object.fromEntries(others.map((name) => [name, null])),
      ...empty,
      status: "active",
      full_name: `${String(first_name)} ${String(last_name)}`,
    });
    expect(id).toBeGreaterThan(0);
  });

  it.each([
    ["first_name", " "],
    ["last_name", "\u200b"],
    ["personnel_number", "x".repeat(33)],
    ["email", "zoe@"],
    ["phone", "0202555010"],
    ["birth_on", "2026-02-30"],
    ["licence_country", "XX"],
    ["licence_region", "ke-30"],
    ["timezone", "Mars/Olympus"],
    ["emergency_contact", {}],
    ["licence_categories", ["b"]],
    ["licence_categories", ["B", "B"]],
    ["status", "retired"],
    ["id_tags", []],
  ])("422 with one finding and without the value: %s is %j", async (member, value) => {
    for (const answer of [
      await call("POST", "/drivers", { ...fresh(), [member]: value }),
      await call("PATCH", "/drivers/1", { [member]: value }),
    ]) {
      const { status, body } = answer;
      expect([status, body.errors?.length, body.errors?.[0]?.pointer]).toEqual([
        422,
        1,
        expect.stringMatching(`^/${member}`),
      ]);
      if (typeof value === "string" && value.trim().length > 1) expect(JSON.stringify(body)).not.toContain(value);
    }
  });

  it("422: dates in the wrong order, and a region of another country", async () => {
    const wrong = [
      [{ hired_on: "2020-02-02", left_on: "2020-02-01" }, "/left_on"],
      [{ licence_issued_on: "2020-02-02", licence_expires_on: "2020-02-01" }, "/licence_expires_on"],
      [{ licence_country: "UG", licence_region: "KE-30" }, "/licence_region"],
      [{ licence_country: null, licence_region: "KE-30" }, "/licence_region"],
    ] as const;
    const { id } = await create({
      hired_on: "2020-02-02",
      licence_issued_on: "2020-02-02",
      licence_country: "KE",
      licence_region: "KE-30",
    });
    for (const [members, pointer] of wrong) {
      const refusal = [422, [[pointer, "invalid"]]];
      expect(findingsOf(await call("POST", "/drivers", { ...fresh(), ...members }))).toEqual(refusal);
      expect(findingsOf(await call("PATCH", `/drivers/${id}`, members))).toEqual(refusal);
    }
    for (const [members, pointer] of [
      [{ left_on: "2020-02-01" }, "/left_on"],
      [{ licence_expires_on: "2020-02-01" }, "/licence_expires_on"],
      [{ licence_country: "UG" }, "/licence_region"],
    ] as const)
      expect(findingsOf(await call("PATCH", `/drivers/${id}`, members))).toEqual([422, [[pointer, "invalid"]]]);
  });

  it("409 duplicate: external id and personnel number are there once among the live drivers of a client", async () => {
    const values = { external_id: "twice", personnel_number: "Twice-É" };
    const { id } = await create(values);
    const same = [...Object.entries(values), ["personnel_number", "tWICE-é"] as const];
    const other = await create({ external_id: "TWICE" });
    for (const [member, value] of same)
      for (const answer of [
        await call("POST", "/drivers", { ...fresh(), [member]: value }),
        await call("PATCH", `/drivers/${other.id}`, { [member]: value }),
      ])
        expect([...codeOf(answer), answer.body.existing_id, answer.body.detail]).toEqual([
          409,
          "duplicate",
          id,
          `Another driver of the client has this ${member}.`,
        ]);
    await create({ ...values, client_id: south });
    await call("DELETE", `/drivers/${id}`);
    const next = await create(values);
    const refused = await call("POST", `/drivers/${id}/restore`);
    expect([...codeOf(refused), refused.body.existing_id]).toEqual([409, "duplicate", next.id]);
  });

  it("422: a client outside of the scope does not tell whether it has the value", async () => {
    await create({ client_id: elsewhere, personnel_number: "hidden" });
    token = await service.login("demo-agency-admin-1");
    for (const client_id of [elsewhere, 999_999])
      expect(findingsOf(await call("POST", "/drivers", { ...fresh(), client_id, personnel_number: "hidden" }))).toEqual(
        [422, [["/client_id", "invalid"]]],
      );
  });
});

describe("the user account of a driver", () => {
  it("reaches the client, as partner, agency or client", async () => {
    for (const [key, client_id, reaches] of [
      ["partner-admin", elsewhere, true],
      ["agency-admin-1", north, true],
      ["agency-admin-1", elsewhere, false],
      ["agency-admin-2", elsewhere, true],
      ["client-south", south, true],
      ["client-south", north, false],
      ["read-only", north, true],
    ] as const) {
      const user_id = await userId(key);
      const made = await call("POST", "/drivers", { ...fresh(), client_id, user_id });
      expect([key, client_id, made.status, made.body.errors?.map(({ pointer }) => pointer)]).toEqual([
        key,
        client_id,
        ...(reaches ? [201, undefined] : [422, ["/user_id"]]),
      ]);
      const { id } = await create({ client_id });
      const changed = await call("PATCH", `/drivers/${id}`, { user_id });
      // The user is the one of the driver before.
      expect(codeOf(changed)).toEqual(reaches ? [409, "duplicate"] : [422, "validation_failed"]);
      if (reaches) await call("DELETE", `/drivers/${made.body.data.id}`);
      expect((await call("PATCH", `/drivers/${id}`, { user_id })).status).toBe(reaches ? 200 : 422);
      await call("PATCH", `/drivers/${id}`, { user_id: null });
    }
    const unknown = await call("POST", "/drivers", { ...fresh(), user_id: 999_999 });
    const foreign = await call("POST", "/drivers", { ...fresh(), user_id: await userId("client-south") });
    expect(unknown.body.errors).toEqual(foreign.body.errors);
  });

  it("409 duplicate: no other driver of the client has it", async () => {
    const user_id = await userId("partner-admin");
    const { id } = await create({ user_id });
    const refused = await call("POST", "/drivers", { ...fresh(), user_id });
    expect([...codeOf(refused), refused.body.existing_id]).toEqual([409, "duplicate", id]);
    // A user of several clients may drive for each.
    const { id: other } = await create({ client_id: elsewhere, user_id });
    for (const one of [id, other]) await call("DELETE", `/drivers/${one}`);
    const next = await create({ user_id });
    expect(codeOf(await call("POST", `/drivers/${id}/restore`))).toEqual([409, "duplicate"]);
    await call("DELETE", `/drivers/${next.id}`);
  });
});

describe("finding drivers", () => {
  it("looks in the full name, the personnel number and the external id, and nowhere else", async () => {
    const values = {
      first_name: "Xavi",
      middle_name: "Quentin",
      last_name: "Findling",
      personnel_number: "Fnd-77",
      external_id: "ext-fnd-77",
      email: "onlymail@example.com",
      phone: "+12025557777",
      licence_number: "LIC-777",
      notes: "onlynotes",
      address: { line1: "onlystreet", city: "onlycity", country_code: "KE" },
      emergency_contact: { name: "onlycontact" },
      attributes: { only: "onlyattribute" },
    };
    const { id } = await create(values);
    await call("POST", `/drivers/${id}/id_tags`, { type: "qr", value: "onlytag" });
    for (const q of ["xavi quentin findling", "QUENTIN FIND", "fnd-77", "Ext-Fnd", "i Q"])
      expect([q, (await found(q)).includes(id)]).toEqual([q, true]);
    for (const q of ["onlymail", "5557777", "LIC-777", "only", "Xavi Findling"])
      expect([q, (await found(q)).includes(id)]).toEqual([q, false]);
    expect(await found("findling", { client_id: String(south) })).toEqual([]);
    await call("PATCH", `/drivers/${id}`, { middle_name: null });
    expect(await found("xavi findling")).toEqual([id]);
    await call("DELETE", `/drivers/${id}`);
    expect(await found("xavi findling")).toEqual([]);
  });

  it("orders by the full name, exact names first, and shows a summary without other personal data", async () => {
    const ids: number[] = [];
    for (const [first_name, last_name] of [
      ["Old Anna", "Ordling"],
      ["Anna", "Ordling Z"],
      ["Anna", "Ordling"],
    ])
      ids.push((await create({ first_name, last_name })).id);
    expect(await found("anna ordling")).toEqual(ids.toReversed());
    const { body } = await call<DriverSummary[]>("GET", "/drivers/find?q=anna%20ordling");
    expect(Object.keys(body.data[0] ?? {})).toEqual([
      "id",
      "full_name",
      "personnel_number",
      "client_id",
      "status",
      "vehicle_id",
      "updated_at",
    ]);
  });
});

describe("GET /drivers/listing", () => {
  it("filters by status, vehicle and the last day of the licence, and sorts by name", async () => {
    const [one, two, three] = [
      await create({ last_name: "Zz list", status: "suspended", licence_expires_on: day(-1) }),
      await create({ last_name: "Aa list", status: "left", licence_expires_on: day(0) }),
      await create({ last_name: "Mm list", licence_expires_on: null }),
    ];
    await assign(three.id, await vehicle());
    const own = (ids: number[]) => ids.filter((id) => [one.id, two.id, three.id].includes(id));
    expect(own(await listed({ status: "suspended,left", sort: "full_name" }))).toEqual([two.id, one.id]);
    expect(own(await listed({ has_vehicle: "true", client_id: String(north) }))).toEqual([three.id]);
    expect(own(await listed({ has_vehicle: "false", status: "suspended,left,active" }))).toEqual([one.id, two.id]);
    expect(own(await listed({ licence_expires_before: day(0) }))).toEqual([one.id]);
    expect(own(await listed({ licence_expires_before: day(1), sort: "-licence_expires_on" }))).toEqual([
      two.id,
      one.id,
    ]);
    // A driver without a day comes last in both directions.
    for (const [sort, order] of [
      ["licence_expires_on", [one.id, two.id, three.id]],
      ["-licence_expires_on", [two.id, one.id, three.id]],
    ] as const)
      expect(own(await listed({ client_id: String(north), status: "suspended,left,active", sort }))).toEqual(order);
  });
});

describe("DELETE /drivers/{driver_id}", () => {
  it("409 in_use with the vehicles of current and future assignments, and 200 once they have ended", async () => {
    const { id } = await create();
    const [now, later] = [await vehicle(), await vehicle()];
    const current = await assign(id, now);
    const future = await assign(id, later, {
      role: "co_driver",
      started_at: new Date(service.clock.now().getTime() + DAY).toISOString(),
    });
    const refused = await call("DELETE", `/drivers/${id}`);
    expect([...codeOf(refused), refused.body.references]).toEqual([
      409,
      "in_use",
      [{ resource: "vehicles", ids: [now, later], count: 2 }],
    ]);
    await call("DELETE", `/drivers/assignments/${future}`);
    service.clock.advance(1000);
    await call("PATCH", `/drivers/assignments/${current}`, { ended_at: service.clock.now().toISOString() });
    expect((await call("DELETE", `/drivers/${id}`)).status).toBe(200);
    const restored = await call("POST", `/drivers/${id}/restore`);
    expect([restored.status, restored.body.data.deleted_at]).toEqual([200, null]);
  });
});

describe("the notice licence_expired", () => {
  it("comes with each update of a driver who is assigned now or later, by the day at the client", async () => {
    const { id } = await create({ licence_expires_on: day(-1) });
    const change = async (body: object) => noticesOf(await call("PATCH", `/drivers/${id}`, body, { "if-match": "*" }));
    expect(await change({ notes: "not assigned" })).toEqual([]);
    const assignment = await assign(id, await vehicle());
    expect(await change({ notes: "assigned" })).toEqual(["licence_expired"]);
    expect(await change({ licence_expires_on: day(0) })).toEqual([]);
    expect(await change({ licence_expires_on: null })).toEqual([]);
    expect(await change({ licence_expires_on: day(-1) })).toEqual(["licence_expired"]);
    const { body } = await call("PATCH", `/drivers/${id}`, { notes: "text" }, { "if-match": "*" });
    expect(body.notices).toEqual([`licence_expired: the driving licence of the driver ${id} has expired`]);
    service.clock.advance(1000);
    await call("PATCH", `/drivers/assignments/${assignment}`, { ended_at: service.clock.now().toISOString() });
    expect(await change({ notes: "ended" })).toEqual([]);
  });
});

it("410: a driver is restored within 30 days of the deletion", async () => {
  const { id } = await create();
  await call("DELETE", `/drivers/${id}`);
  service.clock.advance(31 * DAY);
  token = await service.login();
  expect(codeOf(await call("POST", `/drivers/${id}/restore`))).toEqual([410, "gone"]);
});
