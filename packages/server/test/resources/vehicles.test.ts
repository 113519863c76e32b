import type { Vehicle, VehicleSummary } from "@fleet-api/contract/types/vehicles";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { foldCase } from "../../src/platform/fold-case.ts";
import { fitsVinCheckDigit } from "../../src/resources/vehicles/vin.ts";
import { runs } from "../support/db.ts";
import type { Answer } from "../support/service.ts";
import { tagOf, useService } from "../support/service.ts";

const service = useService();
const DAY = 24 * 60 * 60_000;
/** Clients of one agency, and one of another. */
const [north, south, elsewhere] = [1, 2, 3];
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

function call<Data = Vehicle>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
}

/** What a new vehicle needs. */
function fresh(more: object = {}): Record<string, unknown> {
  serial += 1;
  return { client_id: north, name: `Vehicle ${serial}`, ...more };
}

async function create(more: object = {}): Promise<Vehicle> {
  const { status, body } = await call("POST", "/vehicles", fresh(more));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

async function idsOf(path: string): Promise<number[]> {
  const { status, body } = await call<VehicleSummary[]>("GET", path);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.data.map(({ id }) => id);
}

async function found(q: string, more: Record<string, string> = {}): Promise<number[]> {
  return idsOf(`/vehicles/find?${new URLSearchParams({ q, per_page: "200", ...more })}`);
}

const totalOf = async (query: string): Promise<number> =>
  (await call("GET", `/vehicles/listing?per_page=1&${query}`)).body.pagination.total;
const get = async (id: number): Promise<Vehicle> => (await call("GET", `/vehicles/${id}`)).body.data;
const codeOf = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];
const findingsOf = ({ status, body }: Answer<unknown>) => [
  status,
  body.errors?.map(({ pointer, code }) => [pointer, code]),
];
const noticesOf = ({ body }: Answer<unknown>): string[] => (body.notices ?? []).map((text) => text.split(":")[0] ?? "");

describe("POST /vehicles", () => {
  const given = {
    external_id: "erp-full",
    fleet_number: "N-17",
    plate_number: "KDB 917A",
    plate_country: "KE",
    plate_region: "KE-30",
    color_name: "white",
    display_color: "#FFFFFF",
    icon: "van",
    vin: "1HGBH41JXMN109186",
    chassis_number: "C-1",
    engine_number: "E-1",
    make: "Maker",
    model: "M-1",
    trim: "L2H2",
    model_year: 2024,
    vehicle_type: "van",
    fuel_type: "plug_in_hybrid",
    fuel_tank_capacity_l: 70.25,
    battery_capacity_kwh: 0.1,
    consumption_norm_l_per_100km: 8.123456789012346,
    consumption_norm_kwh_per_100km: 1e-7,
    gross_weight_kg: 3500,
    payload_kg: 1200,
    length_mm: 5500,
    width_mm: 2050,
    height_mm: 2600,
    axle_count: 2,
    seat_count: 3,
    engine_displacement_cc: 2000,
    engine_power_kw: 96,
    max_speed_kmh: 120,
    status: "in_maintenance",
    ownership: "leased",
    acquired_on: "2024-02-29",
    disposed_on: "2030-01-01",
    lease_expires_on: "9999-12-31",
    acquisition_amount: "25000.10",
    acquisition_currency: "EUR",
    cost_centre: "CC-1",
    attributes: { depot: "north", acquired_on: "long ago" },
    notes: "n",
  };

  it("201: the vehicle as it was given, and where it is", async () => {
    const { status, headers, body } = await call("POST", "/vehicles", fresh(given));
    expect([status, body.detail, noticesOf({ status, headers, body })]).toEqual([201, undefined, []]);
    expect(body.data).toMatchObject({
      ...given,
      client_id: north,
      client: { id: north, name: "Demo Client North" },
      partner_id: "demo-partner",
      agency_id: "demo-agency-1",
      vehicle_group_ids: [],
      unit_id: null,
      unit: null,
      next_document_expiry_on: null,
      version: 1,
      deleted_at: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/vehicles/${body.data.id}`);
    expect((await call("GET", `/vehicles/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it("201: what is omitted is empty, and the vehicle is active and of another type", async () => {
    const vehicle = await create();
    const isSet = new Set(["id", "client_id", "client", "partner_id", "agency_id", "name", "vehicle_type", "status"]);
    for (const name of ["vehicle_group_ids", "attributes", "version", "created_at", "updated_at"]) isSet.add(name);
    const others = Object.entries(vehicle).filter(([name]) => !isSet.has(name));
    expect(Object.fromEntries(others)).toEqual(Object.fromEntries(others.map(([name]) => [name, null])));
    expect(vehicle).toMatchObject({ vehicle_type: "other", status: "active", attributes: {} });
  });

  it.each([
    ["vin", "1M8GDM9AXKP04278"],
    ["vin", "1m8gdm9axkp042788"],
    ["vin", "IM8GDM9AXKP042788"],
    ["vin", "9ZZFLEETOUZ000001"],
    ["plate_number", "KDB\u0002001A"],
    ["model_year", 1949],
    ["acquired_on", "2026-02-30"],
    ["acquisition_amount", "25000."],
    ["acquisition_amount", "1e3"],
    ["acquisition_amount", "-1"],
    ["acquisition_amount", "0.00001"],
    ["acquisition_amount", 5],
    ["max_speed_kmh", 0],
    ["name", " "],
  ])("422 with one finding: %s is %j", async (member, value) => {
    const { status, body } = await call("POST", "/vehicles", fresh({ [member]: value }));
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, [`/${member}`]]);
  });

  it("409 duplicate: external id, fleet number and VIN are there once among the live vehicles of a client", async () => {
    const values = { external_id: "twice", fleet_number: "Twice-1", vin: "9ZZFLEET6UZ100001" };
    const { id } = await create(values);
    const same = [...Object.entries(values), ["fleet_number", "tWICE-1"] as const];
    for (const [member, value] of same) {
      const { status, body } = await call("POST", "/vehicles", fresh({ [member]: value }));
      expect([status, body.code, body.existing_id, body.detail]).toMatchObject([
        409,
        "duplicate",
        id,
        `Another vehicle of the client has this ${member}.`,
      ]);
    }
    const other = await create({ external_id: "TWICE" });
    for (const [member, value] of same) {
      const { status, body } = await call("PATCH", `/vehicles/${other.id}`, { [member]: value });
      expect([status, body.code, body.existing_id]).toEqual([409, "duplicate", id]);
    }
    await create({ ...values, client_id: south });
    await call("DELETE", `/vehicles/${id}`);
    const next = await create(values);
    const refused = await call("POST", `/vehicles/${id}/restore`);
    expect([...codeOf(refused), refused.body.existing_id]).toEqual([409, "duplicate", next.id]);
    expect((await call("PATCH", `/vehicles/${next.id}`, { fleet_number: "TWICE-1" })).body.data.fleet_number).toBe(
      "TWICE-1",
    );
  });

  it("422: a client outside of the scope does not tell whether it has the value", async () => {
    await create({ client_id: elsewhere, external_id: "hidden" });
    token = await service.login("demo-agency-admin-1");
    for (const client_id of [elsewhere, 999_999])
      expect(findingsOf(await call("POST", "/vehicles", fresh({ client_id, external_id: "hidden" })))).toEqual([
        422,
        [["/client_id", "invalid"]],
      ]);
  });
});

describe("the check digit of a VIN", () => {
  it("422 check_digit in North America, a notice elsewhere", async () => {
    for (const vin of ["1M8GDM9AXKP042788", "11111111111111111", "5GZCZ43D13S812715"]) {
      expect(fitsVinCheckDigit(vin)).toBe(true);
      const made = await call("POST", "/vehicles", fresh({ vin }));
      expect([made.status, noticesOf(made)]).toEqual([201, []]);
    }
    const { id } = await create();
    for (const vin of ["1M8GDM9A0KP042788", "5GZCZ43D13S812716"])
      for (const answer of [
        await call("POST", "/vehicles", fresh({ vin })),
        await call("PATCH", `/vehicles/${id}`, { vin }),
      ])
        expect(findingsOf(answer)).toEqual([422, [["/vin", "check_digit"]]]);
    for (const first of ["6", "9", "0", "J", "Z"]) {
      const vin = `${first}ZZFLEET6UZ200001`;
      const made = await call("POST", "/vehicles", fresh({ vin }));
      expect([made.status, noticesOf(made)]).toEqual([201, fitsVinCheckDigit(vin) ? [] : ["vin_check_digit"]]);
      await call("DELETE", `/vehicles/${made.body.data.id}`);
      const changed = await call("PATCH", `/vehicles/${id}`, { vin }, { "if-match": "*" });
      expect([changed.status, noticesOf(changed)]).toEqual([200, fitsVinCheckDigit(vin) ? [] : ["vin_check_digit"]]);
    }
    expect(noticesOf(await call("PATCH", `/vehicles/${id}`, { vin: null }, { "if-match": "*" }))).toEqual([]);
  });

  it("is one of eleven, and another at nearly every other place shows", () => {
    // 49 CFR 565.15 (c), computed from its tables.
    const sign = fc.constantFrom(..."0123456789ABCDEFGHJKLMNPRSTUVWXYZ");
    const table = ["0", "1AJ", "2BKS", "3CLT", "4DMU", "5ENV", "6FW", "7GPX", "8HY", "9RZ"];
    const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    fc.assert(
      fc.property(fc.array(sign, { minLength: 17, maxLength: 17 }), (signs) => {
        const sum = signs.reduce(
          (all, one, place) => all + table.findIndex((row) => row.includes(one)) * (weights[place] ?? 0),
          0,
        );
        const digit = sum % 11 === 10 ? "X" : String(sum % 11);
        expect(fitsVinCheckDigit(signs.with(8, digit).join(""))).toBe(true);
        expect(fitsVinCheckDigit(signs.join(""))).toBe(signs[8] === digit);
      }),
    );
  });
});

describe("the notice about a plate", () => {
  it("names another live vehicle of the client with the plate, whatever its spaces and letters", async () => {
    const { id } = await create({ plate_number: "XYZ 123", plate_country: "KE" });
    for (const plate_number of ["xyz123", "X-Y-Z 123", "Xyz\u00a0123", "XYZ\u2013123"])
      for (const plate_country of ["KE", null]) {
        const made = await call("POST", "/vehicles", fresh({ plate_number, plate_country }));
        expect([made.status, made.body.notices]).toEqual([
          201,
          [`duplicate_plate: the vehicle ${id} of the client has this plate as well`],
        ]);
        await call("DELETE", `/vehicles/${made.body.data.id}`);
      }
    for (const more of [
      { plate_number: "XYZ 123", plate_country: "UG" },
      { plate_number: "XYZ 123", plate_country: "KE", client_id: south },
      { plate_number: "XYZ 1234" },
    ]) {
      const made = await call("POST", "/vehicles", fresh(more));
      expect([made.status, noticesOf(made)]).toEqual([201, []]);
    }
  });

  it("comes with an update that gives the vehicle its plate or country, and with no other", async () => {
    const one = await create({ plate_number: "UPD 1", plate_country: "KE" });
    const other = await create({ plate_number: "UPD1", plate_country: "UG" });
    const change = async (body: object) =>
      noticesOf(await call("PATCH", `/vehicles/${other.id}`, body, { "if-match": "*" }));
    expect(await change({ plate_number: "UPD 1" })).toEqual([]);
    expect(await change({ plate_country: "KE" })).toEqual(["duplicate_plate"]);
    expect(await change({ plate_number: "upd-1" })).toEqual(["duplicate_plate"]);
    expect(await change({ name: "Renamed" })).toEqual([]);
    expect(noticesOf(await call("PATCH", `/vehicles/${other.id}`, { plate_number: "UPD 1" }))).toEqual([
      "updated_without_precondition",
      "duplicate_plate",
    ]);
    await call("DELETE", `/vehicles/${one.id}`);
    expect(await change({ plate_number: "UPD 1" })).toEqual([]);
    expect(await change({ plate_number: null, plate_country: "KE" })).toEqual([]);
  });

  it("comes with a request that has an Idempotency-Key", async () => {
    await create({ plate_number: "KEY 1" });
    const headers = { "idempotency-key": `plate-${(serial += 1)}` };
    const body = fresh({ plate_number: "KEY 1", vin: "9ZZFLEET0UZ300001" });
    const first = await call("POST", "/vehicles", body, headers);
    expect([first.status, noticesOf(first)]).toEqual([201, ["vin_check_digit", "duplicate_plate"]]);
    const again = await call("POST", "/vehicles", body, headers);
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
  });

  it("takes a plate of hyphens for none", async () => {
    await create({ plate_number: "-" });
    expect(noticesOf(await call("POST", "/vehicles", fresh({ plate_number: "--" })))).toEqual([]);
  });
});

describe("the region of a plate", () => {
  it("belongs to the country of the plate", async () => {
    const wrong = [422, [["/plate_region", "invalid"]]];
    expect(findingsOf(await call("POST", "/vehicles", fresh({ plate_region: "KE-30", plate_country: "UG" })))).toEqual(
      wrong,
    );
    expect(findingsOf(await call("POST", "/vehicles", fresh({ plate_region: "KE-30" })))).toEqual(wrong);
    const { id } = await create({ plate_region: "KE-30", plate_country: "KE" });
    for (const change of [{ plate_country: "UG" }, { plate_country: null }, { plate_region: "UG-1" }])
      expect(findingsOf(await call("PATCH", `/vehicles/${id}`, change))).toEqual(wrong);
    const moved = await call("PATCH", `/vehicles/${id}`, { plate_country: "UG", plate_region: "UG-C" });
    expect(moved.body.data).toMatchObject({ plate_country: "UG", plate_region: "UG-C" });
    expect((await call("PATCH", `/vehicles/${id}`, { plate_region: null, plate_country: null })).status).toBe(200);
  });
});

describe("the acquisition", () => {
  it("keeps each digit of its amount", async () => {
    for (const amount of ["25000.10", "0.0001", "0", "0.0", "999999999999999.9999"]) {
      const vehicle = await create({ acquisition_amount: amount, acquisition_currency: "UGX" });
      expect(vehicle).toMatchObject({ acquisition_amount: amount, acquisition_currency: "UGX" });
    }
    const { id } = await create({ acquisition_amount: "25000.1" });
    const more = await call("PATCH", `/vehicles/${id}`, { acquisition_amount: "25000.10" });
    expect(more.body.data.acquisition_amount).toBe("25000.10");
  });

  it("is in the currency of the client unless it has another", async () => {
    const of = ({ body: { data } }: Answer<Vehicle>) => [data.acquisition_amount, data.acquisition_currency];
    expect(await create({ acquisition_amount: "5" })).toMatchObject({ acquisition_currency: "KES" });
    expect(await create({ acquisition_amount: "5", acquisition_currency: null, client_id: south })).toMatchObject({
      acquisition_currency: "UGX",
    });
    const { id } = await create();
    const change = (body: object) => call("PATCH", `/vehicles/${id}`, body);
    const wrong = [422, [["/acquisition_currency", "invalid"]]];
    expect(findingsOf(await call("POST", "/vehicles", fresh({ acquisition_currency: "EUR" })))).toEqual(wrong);
    expect(findingsOf(await change({ acquisition_currency: "EUR" }))).toEqual(wrong);
    expect(of(await change({ acquisition_amount: "5" }))).toEqual(["5", "KES"]);
    expect(of(await change({ acquisition_currency: "EUR" }))).toEqual(["5", "EUR"]);
    expect(of(await change({ acquisition_amount: "6" }))).toEqual(["6", "EUR"]);
    expect(of(await change({ acquisition_currency: null }))).toEqual(["6", "KES"]);
    expect(findingsOf(await change({ acquisition_amount: null, acquisition_currency: "EUR" }))).toEqual(wrong);
    expect(of(await change({ acquisition_amount: null }))).toEqual([null, null]);
    expect(of(await change({ acquisition_amount: null, acquisition_currency: null }))).toEqual([null, null]);
    expect(of(await change({ acquisition_amount: "7", acquisition_currency: "USD" }))).toEqual(["7", "USD"]);
    expect(of(await change({ acquisition_amount: null, acquisition_currency: null }))).toEqual([null, null]);
  });
});

describe("numbers", () => {
  it("come back as they were sent", async () => {
    const { id } = await create();
    const number = fc.double({ min: 0, max: 1000, noNaN: true });
    await fc.assert(
      fc.asyncProperty(number, number, async (fuel, energy) => {
        const { body } = await call("PATCH", `/vehicles/${id}`, {
          consumption_norm_l_per_100km: fuel,
          consumption_norm_kwh_per_100km: energy,
        });
        expect([body.data.consumption_norm_l_per_100km, body.data.consumption_norm_kwh_per_100km]).toEqual([
          fuel,
          energy,
        ]);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("the limit max_vehicles", () => {
  const limit = (max_vehicles: number | null) =>
    service.server.db.query("update clients set limits = limits || $2::jsonb where id = $1", [
      south,
      JSON.stringify({ max_vehicles }),
    ]);
  const has = () => totalOf(`client_id=${south}`);

  it("409 limit_reached: for a creation and a restoration, also when it is lowered", async () => {
    const first = await create({ client_id: south });
    const gone = await create({ client_id: south });
    await call("DELETE", `/vehicles/${gone.id}`);
    try {
      await limit(await has());
      expect(codeOf(await call("POST", "/vehicles", fresh({ client_id: south })))).toEqual([409, "limit_reached"]);
      expect(codeOf(await call("POST", `/vehicles/${gone.id}/restore`))).toEqual([409, "limit_reached"]);
      await limit(1);
      expect((await call("PATCH", `/vehicles/${first.id}`, { name: "Still here" })).status).toBe(200);
      await call("DELETE", `/vehicles/${first.id}`);
      expect(codeOf(await call("POST", `/vehicles/${first.id}/restore`))).toEqual([409, "limit_reached"]);
      await limit((await has()) + 1);
      const answers = await Promise.all([1, 2, 3].map(() => call("POST", "/vehicles", fresh({ client_id: south }))));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    } finally {
      await limit(null);
    }
  });
});

describe("PATCH /vehicles/{vehicle_id}", () => {
  it("200: changes what the body has, under If-Match; 412 for an older version", async () => {
    const vehicle = await create({ notes: "old", model: "M" });
    const condition = { "if-match": tagOf(vehicle) };
    const first = await call("PATCH", `/vehicles/${vehicle.id}`, { notes: "new" }, condition);
    expect([first.status, first.body.data, noticesOf(first)]).toMatchObject([
      200,
      { notes: "new", model: "M", version: 2 },
      [],
    ]);
    const late = await call("PATCH", `/vehicles/${vehicle.id}`, { notes: "late" }, condition);
    expect([...codeOf(late), late.body.current_version]).toEqual([412, "precondition_failed", 2]);
    const same = await call("PATCH", `/vehicles/${vehicle.id}`, { notes: "new" });
    expect([same.body.data.version, noticesOf(same)]).toEqual([2, ["updated_without_precondition"]]);
  });

  it("403: names every right and field that the caller lacks, and changes nothing", async () => {
    const { id } = await create({ name: "Mine" });
    const change = { name: "Other", model: "X", vin: null, cost_centre: "C", status: "sold" };
    token = await service.login("demo-client-north");
    expect((await call("PATCH", `/vehicles/${id}`, { notes: "basic" })).body.data.notes).toBe("basic");
    const some = await call("PATCH", `/vehicles/${id}`, change);
    expect([...codeOf(some), some.body.required_permission?.resource]).toEqual([403, "permission_denied", "vehicles"]);
    for (const words of [
      "model",
      "vin",
      "vehicles.vehicles_technical_edit",
      "cost_centre",
      "status",
      "vehicles.vehicles_admin_edit",
    ])
      expect(some.body.detail).toContain(words);
    expect(some.body.detail).not.toMatch(/\bname\b|basic_edit/);
    token = await service.login("demo-read-only");
    const all = await call("PATCH", `/vehicles/${id}`, change);
    expect(all.status).toBe(403);
    for (const words of [
      "name",
      "vehicles.vehicles_basic_edit",
      "vehicles.vehicles_technical_edit",
      "vehicles.vehicles_admin_edit",
    ])
      expect(all.body.detail).toContain(words);
    expect(await get(id)).toMatchObject({ name: "Mine", model: null, status: "active", version: 2 });
  });
});

describe("DELETE /vehicles/{vehicle_id} and its restoration", () => {
  it("200: gone from lists, searches and counts, and back as it was", async () => {
    const vehicle = await create({ name: "Fleeting" });
    const [{ id }, before] = [vehicle, await totalOf(`client_id=${north}`)];
    const gone = await call("DELETE", `/vehicles/${id}`);
    expect([gone.status, gone.body.data.deleted_at]).toEqual([200, service.clock.now().toISOString()]);
    expect(codeOf(await call("GET", `/vehicles/${id}`))).toEqual([404, "not_found"]);
    expect(codeOf(await call("PATCH", `/vehicles/${id}`, { name: "Never" }))).toEqual([404, "not_found"]);
    expect(codeOf(await call("DELETE", `/vehicles/${id}`))).toEqual([404, "not_found"]);
    expect([await totalOf(`client_id=${north}`), await found("Fleeting")]).toEqual([before - 1, []]);
    const back = await call("POST", `/vehicles/${id}/restore`);
    expect(back.body.data).toMatchObject({ ...vehicle, version: 3, updated_at: expect.any(String) });
    expect((await call("POST", `/vehicles/${id}/restore`)).body.data.version).toBe(3);
  });

  it("410 after 30 days", async () => {
    const { id } = await create();
    await call("DELETE", `/vehicles/${id}`);
    service.clock.advance(31 * DAY);
    token = await service.login();
    expect(codeOf(await call("POST", `/vehicles/${id}/restore`))).toEqual([410, "gone"]);
  });
});

it("409 invalid_state: a vehicle of a deleted client is not restored", async () => {
  const client = { agency_id: "demo-agency-1", name: "Short-lived", timezone: "UTC", currency: "EUR" };
  const { body } = await call<{ id: number }>("POST", "/clients", client);
  const { id } = await create({ client_id: body.data.id });
  for (const path of [`/vehicles/${id}`, `/clients/${body.data.id}`]) await call("DELETE", path);
  expect(codeOf(await call("POST", `/vehicles/${id}/restore`))).toEqual([409, "invalid_state"]);
});

describe("GET /vehicles/find", () => {
  it("finds a part of each string that it looks into, and of a plate without its spaces", async () => {
    const { id } = await create({
      name: "Größe 7",
      plate_number: "QQ-77 A 01",
      vin: "9ZZFLEET6UZ777777",
      fleet_number: "Fl/777",
      external_id: "ext:777",
    });
    const finds = ["größe", "ÖßE 7", "q-77", "Q77A01", "qq 77a-01", "77 a 0", "7A0", "fleet6uz777", "L/77", "EXT:7"];
    for (const q of finds) expect([q, await found(q)]).toEqual([q, [id]]);
    for (const q of ["gröse", "Größe7", "QQ78", "ext 777", "f l/777", "Größe 7QQ", "777QQ"])
      expect([q, await found(q)]).toEqual([q, []]);
  });

  it("compares wildcards of patterns and lone hyphens as characters", async () => {
    const { id } = await create({ name: "100% \\_x", plate_number: "W%_\\1" });
    const other = await create({ name: "100 yx", plate_number: "WAB1" });
    for (const q of ["100%", "\\_", "%_\\1", "w%", "w %_\\ 1"]) expect([q, await found(q)]).toEqual([q, [id]]);
    const dashed = await found("-");
    expect(dashed).not.toContain(id);
    expect(dashed).not.toContain(other.id);
    for (const q of ["a\u0001w", "a\u0002w", "\u0002W"]) expect(await found(q)).toEqual([]);
  });

  it("finds exactly what has the text in a string, or in its plate without spaces and hyphens", async () => {
    const { db } = service.server;
    const empty = 6;
    const letters = fc.constantFrom("a", "A", "b", "7", "%", "_", "\\", " ", "-", "ä", "\u00a0", "\u2010");
    const text = fc.string({ unit: letters, minLength: 1, maxLength: 6 }).filter((value) => value.trim() !== "");
    const nullable = fc.option(text, { nil: null });
    // Names and plates have no spaces at their ends.
    const [name, plate] = [text.map((value) => `b${value}A`), text.map((value) => `7${value}ä`)];
    const vehicles = fc.array(
      fc.record({ name, plate_number: fc.option(plate, { nil: null }), vin: nullable, external_id: nullable }),
      { maxLength: 6 },
    );
    const compact = (value: string): string => foldCase(value).replaceAll(/[ \u00a0\u2010-]/g, "");
    await fc.assert(
      fc.asyncProperty(vehicles, text, async (given, q) => {
        await db.query("delete from vehicles where client_id = $1", [empty]);
        const unique = (value: string | null, index: number) => (value === null ? null : `${value}${index}`);
        const rows = given.map((one, index) => ({
          ...one,
          vin: unique(one.vin, index),
          external_id: unique(one.external_id, index),
        }));
        const ids: number[] = [];
        for (const row of rows) {
          const [made] = await db.query<{ id: number }>(
            `insert into vehicles (client_id, name, plate_number, vin, external_id, created_at, updated_at)
             values ($1, $2, $3, $4, $5, now(), now()) returning id`,
            [empty, row.name, row.plate_number, row.vin, row.external_id],
          );
          ids.push(made?.id ?? 0);
        }
        const matching = ids.filter((_id, index) => {
          const { plate_number = null, ...others } = rows[index] ?? {};
          const texts = [plate_number, ...Object.values(others)].filter((one) => one !== null);
          const hasPlate = compact(q) !== "" && plate_number !== null && compact(plate_number).includes(compact(q));
          return hasPlate || texts.some((one) => foldCase(one).includes(foldCase(q)));
        });
        const shown = await found(q, { client_id: String(empty) });
        expect(shown.toSorted((a, b) => a - b)).toEqual(matching);
      }),
      { numRuns: runs(200) },
    );
    // No request could have made their VINs.
    await db.query("delete from vehicles where client_id = $1", [empty]);
  });

  it("orders exact names, beginnings, then others, within the hierarchy", async () => {
    const names = ["about zeppelin", "Zeppelin 2", "zeppelin", "Zeppelin 1"];
    const ids = await Promise.all(names.map(async (name) => (await create({ name })).id));
    const [about, second, exact, first] = ids;
    const theirs = await create({ name: "Zeppelin", client_id: elsewhere });
    expect((await found("zeppelin")).slice(2)).toEqual([first, second, about]);
    expect(new Set((await found("zeppelin")).slice(0, 2))).toEqual(new Set([exact, theirs.id]));
    expect(await found("zeppelin", { client_id: String(north) })).toEqual([exact, first, second, about]);
    expect(await found("zeppelin", { agency_id: "demo-agency-2" })).toEqual([theirs.id]);
    expect(await found("zeppelin", { partner_id: "nobody" })).toEqual([]);
    token = await service.login("demo-agency-admin-2");
    expect(await found("zeppelin")).toEqual([theirs.id]);
  });
});

describe("GET /vehicles/listing", () => {
  interface Listed extends Vehicle {
    readonly id: number;
  }
  const all = async (query = ""): Promise<Listed[]> => {
    const { status, body } = await call<Listed[]>("GET", `/vehicles/listing?per_page=200&${query}`);
    expect([status, body.pagination?.total]).toEqual([200, body.data?.length]);
    return body.data;
  };
  const ids = (vehicles: readonly Listed[]): number[] => vehicles.map(({ id }) => id);

  it("has exactly the vehicles that its filters name, and their number", async () => {
    const vehicles = await all();
    const kept = async (query: string, keep: (one: Listed) => boolean) => {
      const expected = ids(vehicles.filter(keep));
      expect([query, ids(await all(query))]).toEqual([query, expected]);
      expect(expected.length).not.toBe(vehicles.length);
      return expected.length;
    };
    const counts = [
      await kept("has_unit=true", ({ unit_id }) => unit_id !== null),
      await kept("has_unit=false", ({ unit_id }) => unit_id === null),
      await kept("status=sold,in_maintenance", ({ status }) => status === "sold" || status === "in_maintenance"),
      await kept("vehicle_type=truck", ({ vehicle_type }) => vehicle_type === "truck"),
      await kept("vehicle_group_id=1", ({ vehicle_group_ids }) => vehicle_group_ids.includes(1)),
      await kept(
        `client_id=${south}&has_unit=true`,
        ({ client_id, unit_id }) => client_id === south && unit_id !== null,
      ),
      await kept("agency_id=demo-agency-2", ({ agency_id }) => agency_id === "demo-agency-2"),
    ];
    expect(counts).not.toContain(0);
  });

  it("sorts by the next expiry of documents, those without one last", async () => {
    const vehicles = await all();
    const known = vehicles.map(({ next_document_expiry_on }) => next_document_expiry_on).filter((day) => day !== null);
    expect(known.length).toBeLessThan(vehicles.length);
    for (const [sort, days] of [
      ["next_document_expiry_on", known.toSorted()],
      ["-next_document_expiry_on", known.toSorted().toReversed()],
    ] as const) {
      const shown = (await all(`sort=${sort}`)).map((one) => one.next_document_expiry_on);
      expect(shown).toEqual([...days, ...vehicles.slice(days.length).map(() => null)]);
    }
  });
});
