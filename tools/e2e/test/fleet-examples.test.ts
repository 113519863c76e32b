import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { expect, test } from "vitest";
import { findUnits } from "../src/examples/find-unit.ts";
import { exportChanges } from "../src/examples/nightly-export.ts";
import { onboardClient } from "../src/examples/onboard-client.ts";
import { admin, useServer } from "./support/service.ts";

const server = useServer();
const options = () => ({ baseUrl: server().baseUrl, credentials: admin });
const fleetOf = () => createFleetClient({ baseUrl: server().baseUrl, ...createAuth(options()).bind() });

const client = {
  agency_id: "demo-agency-1",
  external_id: "crm-77",
  name: "Onboarded Client",
  timezone: "Africa/Nairobi",
  currency: "KES",
};
const rows = Array.from({ length: 200 }, (_one, index) => `dev-${index},Van ${index},${imei(index)}`);
const csv = ["external_id,name,imei", ...rows].join("\r\n");

test("a client with 200 units from a CSV file: stopped in the middle, then finished, then nothing is left to do", async () => {
  const stop = new AbortController();
  const first = onboardClient(options(), client, csv, stop.signal);
  const fleet = fleetOf();
  await expect
    .poll(async () => (await fleet.units.find({ query: { q: "dev-" } }).orThrow()).pagination.total)
    .toBeGreaterThan(20);
  stop.abort();
  await expect(first).rejects.toMatchObject({ kind: "abort" });

  const second = await onboardClient(options(), client, csv);
  expect(second.skipped).toBeGreaterThan(20);
  expect(second).toMatchObject({ created: 200 - second.skipped, refused: [] });
  const third = await onboardClient(options(), client, csv);
  expect(third).toEqual({ clientId: second.clientId, created: 0, skipped: 200, refused: [] });

  const units = await fleet.units.listing({ query: { client_id: second.clientId } }).toArray();
  expect(new Set(units.map((unit) => unit.external_id)).size).toBe(200);
  expect(units).toHaveLength(200);
});

test("rows that the service refuses are told, and the others created", async () => {
  const good = imei(500);
  const wrong = `${good.slice(0, -1)}${(Number(good.at(-1)) + 1) % 10}`;
  const bad = ["external_id,name,imei", `x-1,Good,${good}`, `x-2,Wrong digit,${wrong}`].join("\n");
  const result = await onboardClient(options(), { ...client, external_id: "crm-78", name: "Another Client" }, bad);
  expect(result).toMatchObject({ created: 1, skipped: 0 });
  expect(result.refused).toEqual([expect.stringMatching(/^x-2: .*identifier/)]);
});

test("any text may be an external id, and a unit that was deleted since is created again", async () => {
  const onboarded = { ...client, external_id: "crm 79 ä", name: "Odd Client" };
  const odd = ["external_id,name,imei", `Van 1,A,${imei(601)}`, `Ä-7.a,B,${imei(602)}`].join("\n");
  const { clientId, ...first } = await onboardClient(options(), onboarded, odd);
  expect(first).toEqual({ created: 2, skipped: 0, refused: [] });
  const fleet = fleetOf();
  const [unit] = await fleet.units.listing({ query: { client_id: clientId } }).toArray();
  await fleet.units.delete({ path: { unit_id: unit?.id ?? 0 } }).orThrow();
  expect(await onboardClient(options(), onboarded, odd)).toMatchObject({ created: 1, skipped: 1, refused: [] });
  expect(await fleet.units.listing({ query: { client_id: clientId } }).toArray()).toHaveLength(2);
});

test("a unit that cannot be read is an error, not a unit that is not there", async () => {
  const broken: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return /\/units\/\d+$/.test(url) ? Promise.reject(new TypeError("fetch failed")) : fetch(input, init);
  };
  const unreachable = findUnits({ ...options(), fetch: broken }, "Demo Unit 001");
  await expect(unreachable).rejects.toMatchObject({ name: "FleetError", kind: "network" });
});

test("a unit is found by each of its identifiers", async () => {
  const fleet = fleetOf();
  const units = await fleet.units.listing().toArray({ limit: 40 });
  const unit = units.find((each) => each.sim_card !== null && each.imei !== null && each.serial_number !== null);
  const { name, imei: number, serial_number, sim_card } = unit ?? expect.fail("no such unit");
  for (const text of [name, number, serial_number, sim_card?.iccid, sim_card?.msisdn]) {
    const found = await findUnits(options(), ` ${text} `);
    expect(found.map(({ id }) => id)).toContain(unit?.id);
  }
  expect(await findUnits(options(), "no unit has this")).toEqual([]);
});

test("the nightly export copies all at first, then what has changed, deleted units included", async () => {
  const copies = new Map<number, string>([[999_999, "of another service"]]);
  const removals: number[] = [];
  const target = {
    put: async (unit: { id: number; name: string }) => void copies.set(unit.id, unit.name),
    remove: async (id: number) => void (removals.push(id), copies.delete(id)),
    clear: async () => copies.clear(),
  };
  const first = await exportChanges(options(), target);
  const fleet = fleetOf();
  expect(first).toMatchObject({ changed: copies.size, removed: 0 });
  expect(copies.has(999_999)).toBe(false);

  const units = await fleet.units.listing().toArray();
  const [renamed = 0, removed = 0] = units.filter(({ vehicle_id }) => vehicle_id === null).map(({ id }) => id);
  await fleet.units.update({ path: { unit_id: renamed }, body: { name: "Renamed" } }).orThrow();
  await fleet.units.delete({ path: { unit_id: removed } }).orThrow();
  const second = await exportChanges(options(), target, first.cursor);
  expect(second).toMatchObject({ changed: 1, removed: 1 });
  expect(removals).toEqual([removed]);
  expect(copies.get(renamed)).toBe("Renamed");
  expect(await exportChanges(options(), target, second.cursor)).toMatchObject({ changed: 0, removed: 0 });
});

/** An IMEI of the demo range that no demo unit has: 14 digits and their check digit (Luhn). */
function imei(index: number): string {
  const digits = `0010179990${String(9000 + index)}`;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
