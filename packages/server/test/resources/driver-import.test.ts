/** What an import of drivers does besides what every import does, which the suite of units holds. */
import type { Driver, DriverImport } from "@fleet-api/contract/types/drivers";
import type { BulkResult } from "@fleet-api/contract/types/shared";
import { beforeEach, describe, expect, it } from "vitest";
import { driverRequests } from "../support/drivers.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
const [north, south] = [1, 2];
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

const { call } = driverRequests({ service, token: () => token });

type MatchOn = DriverImport["match_on"];

const send = (match_on: MatchOn, items: readonly object[], more: Partial<DriverImport> = {}) =>
  call<BulkResult>("POST", "/drivers/import", { match_on, items, ...more });
const outcomes = ({ body }: Answer<BulkResult>): string[] => body.data.results.map(({ outcome }) => outcome);
const codes = ({ body }: Answer<BulkResult>) => body.data.results.map(({ problem }) => problem?.code ?? null);
const idsOf = ({ body }: Answer<BulkResult>) => body.data.results.map(({ id }) => id);
const driver = async (id: number | null | undefined): Promise<Driver> =>
  (await call("GET", `/drivers/${id}`)).body.data;
const total = async (): Promise<number> => (await call("GET", "/drivers/listing?per_page=1")).body.pagination.total;

/** An item that creates a driver, unlike all others. */
function item(more: object = {}): Record<string, unknown> {
  serial += 1;
  return {
    client_id: north,
    first_name: "Imported",
    middle_name: null,
    last_name: `É ${serial}`,
    external_id: `import-${serial}`,
    personnel_number: `Im-${serial}`,
    email: "import@example.com",
    address: {
      line1: "Street",
      line2: null,
      city: "City",
      region: null,
      postal_code: null,
      country_code: "KE",
    },
    emergency_contact: { name: "Contact", phone: null },
    birth_on: "1985-02-28",
    timezone: "Africa/Nairobi",
    licence_country: "KE",
    licence_region: "KE-30",
    licence_categories: ["B", "CE"],
    licence_issued_on: "2019-05-01",
    licence_expires_on: "2029-05-01",
    attributes: { a: 0.1, b: true, c: "é" },
    ...more,
  };
}

async function userId(key: string): Promise<number> {
  const [row] = await service.server.db.query<{ id: number }>("select id from users where username = $1", [
    `demo-${key}`,
  ]);
  return row?.id ?? 0;
}

describe.each(["external_id", "personnel_number"] as const)("an import that matches by %s", (matchOn) => {
  it("creates what is new, updates what is there, and changes nothing the second time", async () => {
    const before = await total();
    const items = [item(), item({ status: "suspended", notes: "n" }), item({ client_id: south, address: null })];
    const first = await send(matchOn, items);
    expect([first.status, first.body.detail, outcomes(first)]).toEqual([200, undefined, items.map(() => "created")]);
    const made = await Promise.all(idsOf(first).map(driver));
    expect(made).toMatchObject(items);
    service.clock.advance(1000);
    for (const mode of ["all_or_nothing", "best_effort"] as const) {
      const again = await send(matchOn, items, { mode });
      expect([idsOf(again), outcomes(again)]).toEqual([idsOf(first), items.map(() => "unchanged")]);
    }
    expect(await Promise.all(idsOf(first).map(driver))).toEqual(made);
    expect(await total()).toBe(before + 3);
    const changed = await send(matchOn, [{ ...items[0], last_name: "Renamed" }, ...items.slice(1), item()]);
    expect(outcomes(changed)).toEqual(["updated", "unchanged", "unchanged", "created"]);
    expect(await driver(made[0]?.id)).toMatchObject({ full_name: "Imported Renamed", version: 2 });
    await call("DELETE", `/drivers/${made[1]?.id}`);
    expect(outcomes(await send(matchOn, items.slice(1, 2)))).toEqual(["created"]);
  });

  it("changes nothing with dry_run, and says what it would do", async () => {
    const [known, other] = [item(), item()];
    const { id } = await send(matchOn, [known]).then(({ body }) => driver(body.data.results[0]?.id));
    const [before, count] = [await driver(id), await total()];
    const dry = await send(matchOn, [{ ...known, last_name: "Never" }, other], { dry_run: true });
    expect([outcomes(dry), idsOf(dry), dry.body.data.dry_run]).toEqual([["updated", "created"], [id, null], true]);
    expect([await driver(id), await total()]).toEqual([before, count]);
  });
});

it("matches personnel numbers whatever their case, as they are there once", async () => {
  const [id] = idsOf(await send("personnel_number", [item({ personnel_number: "Café-7" })]));
  const upper = { client_id: north, personnel_number: "CAFÉ-7" };
  for (const mode of ["all_or_nothing", "best_effort"] as const) {
    const again = await send("personnel_number", [{ ...upper, notes: mode }], { mode });
    expect([outcomes(again), idsOf(again)]).toEqual([["updated"], [id]]);
  }
  expect((await driver(id)).personnel_number).toBe("Café-7");
  const pair = [item({ personnel_number: "Dup-1" }), item({ personnel_number: "dUP-1" })];
  const twice = await send("personnel_number", pair, { mode: "best_effort" });
  expect([outcomes(twice), codes(twice)]).toEqual([
    ["created", "failed"],
    [null, "duplicate"],
  ]);
  const byOther = await send("external_id", [item(), item({ personnel_number: "cAFÉ-7" })], { mode: "best_effort" });
  expect([codes(byOther), byOther.body.data.results[1]?.problem?.existing_id]).toEqual([[null, "duplicate"], id]);
});

it("an item with a wrong value fails alone in best_effort, and nothing of it is in the problem", async () => {
  await send("external_id", [item({ external_id: "known", personnel_number: "Taken-1" })]);
  const wrong = [
    [{ timezone: "Mars/Olympus" }, "/timezone"],
    [{ birth_on: "1985-02-30" }, "/birth_on"],
    [{ hired_on: "2020-02-02", left_on: "2020-02-01" }, "/left_on"],
    [{ licence_expires_on: "2019-04-30" }, "/licence_expires_on"],
    [{ licence_country: "UG" }, "/licence_region"],
    [{ email: "qzx person@example.com" }, "/email"],
    [{ emergency_contact: { name: "Qzx", phone: "qzx" } }, "/emergency_contact/phone"],
    [{ user_id: 999_999 }, "/user_id"],
    [{ user_id: await userId("client-south") }, "/user_id"],
    [{ personnel_number: "tAKEN-1" }, null],
  ] as const;
  for (const [more, pointer] of wrong) {
    const known = item();
    await send("external_id", [known]);
    const items = [item(), item(more), { ...known, ...more }, item()];
    const best = await send("external_id", items, { mode: "best_effort" });
    expect([more, outcomes(best)]).toEqual([more, ["created", "failed", "failed", "created"]]);
    for (const index of [1, 2]) {
      const { problem } = best.body.data.results[index] ?? {};
      const expected = pointer === null ? undefined : [`/items/${index}${pointer}`];
      expect([more, problem?.errors?.map((one) => one.pointer)]).toEqual([more, expected]);
      const values = Object.values(more).filter((value) => typeof value === "string");
      for (const value of [...values, "qzx"]) expect(JSON.stringify(problem)).not.toMatch(new RegExp(value, "i"));
    }
    const count = await total();
    const whole = await send("external_id", items.slice(1));
    expect([more, whole.status, whole.body.errors?.length, await total()]).toEqual([more, 422, 2, count]);
  }
});

it("of two items with one user, the first one gets it, and a user can move from one driver to the next", async () => {
  const user_id = await userId("read-only");
  const [first, second] = [item({ external_id: "z-first", user_id }), item({ external_id: "a-second", user_id })];
  const twice = await send("external_id", [first, second], { mode: "best_effort" });
  expect([outcomes(twice), codes(twice)]).toEqual([
    ["created", "failed"],
    [null, "duplicate"],
  ]);
  const [id = null] = idsOf(twice);
  expect(twice.body.data.results[1]?.problem?.existing_id).toBe(id);
  await send("external_id", [{ ...second, user_id: null }]);
  const part = (external_id: unknown, user: number | null) => ({ client_id: north, external_id, user_id: user });
  const moved = await send("external_id", [part("z-first", null), part("a-second", user_id)]);
  expect([moved.body.errors, outcomes(moved)]).toEqual([undefined, ["updated", "updated"]]);
  const back = await send("external_id", [part("z-first", user_id), part("a-second", null)], { mode: "best_effort" });
  expect(codes(back)).toEqual(["duplicate", null]);
});
