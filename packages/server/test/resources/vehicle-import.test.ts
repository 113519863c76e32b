/** What an import of vehicles does besides what every import does, which the suite of units holds. */
import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { Vehicle, VehicleImport } from "@fleet-api/contract/types/vehicles";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
const [north, south] = [1, 2];
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

type MatchOn = VehicleImport["match_on"];

const send = (match_on: MatchOn, items: readonly object[], more: Partial<VehicleImport> = {}) =>
  service.call<BulkResult>("POST", "/vehicles/import", { token, body: { match_on, items, ...more } });
const outcomes = ({ body }: Answer<BulkResult>): string[] => body.data.results.map(({ outcome }) => outcome);
const codes = ({ body }: Answer<BulkResult>) => body.data.results.map(({ problem }) => problem?.code ?? null);
const idsOf = ({ body }: Answer<BulkResult>) => body.data.results.map(({ id }) => id);
const findingsOf = ({ status, body }: Answer<BulkResult>) => [
  status,
  body.errors?.map(({ pointer, code }) => [pointer, code]),
];
const vehicle = async (id: number | null | undefined): Promise<Vehicle> =>
  (await service.call<Vehicle>("GET", `/vehicles/${id}`, { token })).body.data;
const total = async (): Promise<number> =>
  (await service.call("GET", "/vehicles/listing?per_page=1", { token })).body.pagination.total;

/** An item that creates a vehicle, unlike all others. */
function item(more: object = {}): Record<string, unknown> {
  serial += 1;
  const number = String(serial).padStart(6, "0");
  return {
    client_id: north,
    name: `Import ${serial}`,
    external_id: `import-${number}`,
    fleet_number: `Im-${number}`,
    vin: `9ZZFLEET6UY${number}`,
    plate_number: `IM ${number}`,
    plate_country: "KE",
    plate_region: "KE-30",
    acquisition_amount: "1000.50",
    consumption_norm_l_per_100km: 8.1,
    acquired_on: "2026-01-01",
    attributes: { a: 0.1, b: true, c: "é" },
    ...more,
  };
}

describe.each(["external_id", "vin", "fleet_number"] as const)("an import that matches by %s", (matchOn) => {
  it("creates what is new, updates what is there, and changes nothing the second time", async () => {
    const before = await total();
    const items = [item(), item({ acquisition_currency: "EUR" }), item({ client_id: south, acquisition_amount: null })];
    const first = await send(matchOn, items);
    expect([first.status, first.body.detail, outcomes(first)]).toEqual([200, undefined, items.map(() => "created")]);
    const made = await Promise.all(idsOf(first).map(vehicle));
    expect(made).toMatchObject(items);
    expect(made.map((one) => one.acquisition_currency)).toEqual(["KES", "EUR", null]);
    service.clock.advance(1000);
    for (const mode of ["all_or_nothing", "best_effort"] as const) {
      const again = await send(matchOn, items, { mode });
      expect([idsOf(again), outcomes(again)]).toEqual([idsOf(first), items.map(() => "unchanged")]);
    }
    expect(await Promise.all(idsOf(first).map(vehicle))).toEqual(made);
    expect(await total()).toBe(before + 3);
    const changed = await send(matchOn, [{ ...items[0], name: "Renamed" }, ...items.slice(1), item()]);
    expect(outcomes(changed)).toEqual(["updated", "unchanged", "unchanged", "created"]);
    expect(await vehicle(made[0]?.id)).toMatchObject({ ...items[0], name: "Renamed", version: 2 });
    await service.call("DELETE", `/vehicles/${made[1]?.id}`, { token });
    expect(outcomes(await send(matchOn, items.slice(1, 2)))).toEqual(["created"]);
  });

  it("changes nothing with dry_run, and says what it would do", async () => {
    const [known, other] = [item(), item()];
    const { id } = await send(matchOn, [known]).then(({ body }) => vehicle(body.data.results[0]?.id));
    const [before, count] = [await vehicle(id), await total()];
    const dry = await send(matchOn, [{ ...known, name: "Never" }, other], { dry_run: true });
    expect([outcomes(dry), idsOf(dry), dry.body.data.dry_run]).toEqual([["updated", "created"], [id, null], true]);
    expect([await vehicle(id), await total()]).toEqual([before, count]);
  });
});

it("fleet numbers match whatever their letters, as they are there once", async () => {
  const one = item({ fleet_number: "Café-7" });
  const first = await send("fleet_number", [one]);
  const [id] = idsOf(first);
  const upper = { client_id: north, fleet_number: "CAFÉ-7", name: "Renamed" };
  for (const mode of ["all_or_nothing", "best_effort"] as const) {
    const again = await send("fleet_number", [{ ...upper, name: `Renamed ${mode}` }], { mode });
    expect([outcomes(again), idsOf(again), again.body.errors]).toEqual([["updated"], [id], undefined]);
  }
  expect(outcomes(await send("fleet_number", [upper, item()]))).toEqual(["updated", "created"]);
  expect(await vehicle(id)).toMatchObject({ fleet_number: "Café-7", name: "Renamed", version: 4 });
  const twice = await send("fleet_number", [item({ fleet_number: "Dup-1" }), item({ fleet_number: "dUP-1" }), item()], {
    mode: "best_effort",
  });
  expect([outcomes(twice), codes(twice)]).toEqual([
    ["created", "failed", "created"],
    [null, "duplicate", null],
  ]);
  const created = await send("fleet_number", [upper], { action: "create", mode: "best_effort" });
  expect(created.body.data.results[0]?.problem).toMatchObject({ code: "duplicate", existing_id: id });
});

describe("an item with a wrong value", () => {
  const wrong = (existing_id: number) =>
    [
      [{ vin: "1M8GDM9A0KP042788" }, "validation_failed", [["/vin", "check_digit"]]],
      [{ plate_country: "UG" }, "validation_failed", [["/plate_region", "invalid"]]],
      [
        { acquisition_amount: null, acquisition_currency: "EUR" },
        "validation_failed",
        [["/acquisition_currency", "invalid"]],
      ],
      [{ fleet_number: "taken-1" }, "duplicate", undefined, existing_id],
    ] as const;

  it("fails alone in best_effort, whether it creates or updates, and refuses the whole request otherwise", async () => {
    const [taken = 0] = idsOf(await send("external_id", [item({ fleet_number: "Taken-1" })])).map(Number);
    for (const [more, code, findings, existing] of wrong(taken)) {
      const known = item();
      await send("external_id", [known]);
      const items = [item(), item(more), { ...known, ...more }, item()];
      const best = await send("external_id", items, { mode: "best_effort" });
      expect([more, outcomes(best), codes(best)]).toEqual([
        more,
        ["created", "failed", "failed", "created"],
        [null, code, code, null],
      ]);
      for (const index of [1, 2]) {
        const { problem } = best.body.data.results[index] ?? {};
        expect(problem?.errors?.map((one) => [one.pointer, one.code])).toEqual(
          findings?.map(([pointer, each]) => [`/items/${index}${pointer}`, each]),
        );
        expect(problem?.existing_id).toBe(existing);
      }
      const count = await total();
      const whole = await send("external_id", [item(), item(more), { ...known, ...more }]);
      expect([whole.status, whole.body.errors?.length, await total()]).toEqual([422, 2, count]);
    }
  });

  it("422: a North American VIN with a wrong check digit, also where items are matched by it", async () => {
    const vin = "5GZCZ43D13S812716";
    expect(findingsOf(await send("vin", [item({ vin })]))).toEqual([422, [["/items/0/vin", "check_digit"]]]);
    expect(outcomes(await send("vin", [item({ vin: "5GZCZ43D13S812715" })]))).toEqual(["created"]);
  });

  it("409 in an item: no more than max_vehicles", async () => {
    const limit = (max_vehicles: number | null) =>
      service.server.db.query("update clients set limits = limits || $2::jsonb where id = $1", [
        south,
        JSON.stringify({ max_vehicles }),
      ]);
    const { body } = await service.call("GET", `/vehicles/listing?client_id=${south}&per_page=1`, { token });
    await limit(body.pagination.total + 1);
    try {
      const items = [item({ client_id: south }), item({ client_id: south }), item()];
      const best = await send("external_id", items, { mode: "best_effort" });
      expect(codes(best)).toEqual([null, "limit_reached", null]);
    } finally {
      await limit(null);
    }
  });
});

it("each item needs the rights of its fields, but not for what it is matched by", async () => {
  const [one, two] = [item(), item()];
  await send("external_id", [one, two]);
  token = await service.login("demo-client-north");
  const { client_id, external_id } = one;
  const items = [
    { client_id, external_id, name: "Basic" },
    { client_id, external_id: two["external_id"], model: "M", status: "sold" },
    item(),
  ];
  const best = await send("external_id", items, { mode: "best_effort" });
  expect([outcomes(best), codes(best)]).toEqual([
    ["updated", "failed", "created"],
    [null, "permission_denied", null],
  ]);
  const whole = await send("external_id", items);
  expect([whole.status, whole.body.code]).toEqual([403, "permission_denied"]);
  for (const words of ["model", "vehicles.vehicles_technical_edit", "status", "vehicles.vehicles_admin_edit"])
    expect(whole.body.detail).toContain(words);
});
