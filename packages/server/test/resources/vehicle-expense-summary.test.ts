import type { VehicleExpenseTotal } from "@fleet-api/contract/types/vehicle_expenses";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createRecord } from "../support/create-record.ts";
import { runs } from "../support/db.ts";
import { useService } from "../support/service.ts";

const service = useService();
const north = 1;
const [fuel, toll] = [1, 9];
let token = "";

beforeEach(async () => {
  token = await service.login();
});

const vehicle = (): Promise<number> => createRecord(service, "vehicles", { token, members: { client_id: north } });

/** Sends a decision about an expense, or an import. */
async function send(path: string, body: object): Promise<void> {
  const answer = await service.call("POST", `/vehicle_expenses${path}`, { token, body });
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
}

const expense = (vehicle_id: number, more: object): Readonly<Record<string, unknown>> => ({
  vehicle_id,
  vehicle_expense_type_id: toll,
  occurred_at: "2026-01-15T08:30:00Z",
  amount: "10",
  currency: "KES",
  ...more,
});
const record = (vehicle_id: number, more: object): Promise<number> =>
  createRecord(service, "vehicle_expenses", { token, members: expense(vehicle_id, more) });

const year = { from: "2025-06-01T00:00:00Z", to: "2026-06-01T00:00:00Z" };

async function sums(query: Readonly<Record<string, string | number>>): Promise<VehicleExpenseTotal[]> {
  const text = Object.entries({ ...year, per_page: 200, ...query }).map(([name, value]) => `${name}=${value}`);
  const path = `/vehicle_expenses/summary?${text.join("&")}`;
  const { status, body } = await service.call<VehicleExpenseTotal[]>("GET", path, { token });
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data;
}

/** A whole number of the smallest parts of a currency, as an amount. */
function money(parts: bigint, decimals: number): string {
  const digits = String(parts < 0n ? -parts : parts).padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return parts < 0n ? `-${text}` : text;
}

const currencies = { KES: 2, UGX: 0, KWD: 3 } as const;
const amounts = fc.array(
  fc.record({
    currency: fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[])),
    parts: fc.bigInt(-1_000_000_000n, 1_000_000_000n),
    type: fc.constantFrom(toll, 10, 13),
    step: fc.constantFrom("none", "approve", "reject", "void"),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("sums", () => {
  it("are those of the expenses that count", async () => {
    await fc.assert(
      fc.asyncProperty(amounts, async (given) => {
        const id = await vehicle();
        const expected = new Map<string, [parts: bigint, count: number]>();
        for (const { currency, parts, type, step } of given) {
          const amount = money(parts, currencies[currency]);
          const made = await record(id, { currency, amount, vehicle_expense_type_id: type });
          if (step === "approve" || step === "reject")
            await send(`/${made}/review`, { decision: step, reason: "Because" });
          if (step === "void") await send(`/${made}/void`, { reason: "Recorded twice" });
          if (step === "reject" || step === "void") continue;
          const key = `${type} ${currency}`;
          const [sum, count] = expected.get(key) ?? [0n, 0];
          expected.set(key, [sum + parts, count + 1]);
        }
        const found = await sums({ group_by: "type", vehicle_id: id });
        const shown = found.map(({ group, currency, amount, count }) => [`${group} ${currency}`, amount, count]);
        const wanted = [...expected].map(([key, [sum, count]]) => {
          const currency = key.split(" ")[1] as keyof typeof currencies;
          return [key, money(sum, currencies[currency]), count];
        });
        expect(shown.toSorted()).toEqual(wanted.toSorted());
      }),
      { numRuns: runs(20) },
    );
  });

  it("are in groups with a name", async () => {
    const [one, other] = [await vehicle(), await vehicle()];
    const driver_id = await createRecord(service, "drivers", { token, members: { client_id: north } });
    await record(one, { driver_id, tax_amount: "1" });
    await record(other, { amount: "-2.5", quantity: "3", quantity_unit: "piece", vehicle_expense_type_id: 6 });
    const groups = async (group_by: string): Promise<unknown[]> => {
      const found = [...(await sums({ group_by, vehicle_id: one })), ...(await sums({ group_by, vehicle_id: other }))];
      return found.map(({ group, name, amount, tax_amount }) => [group, name !== null, amount, tax_amount]);
    };
    expect(await groups("vehicle")).toEqual([
      [String(one), true, "10.00", "1.00"],
      [String(other), true, "-2.50", "0.00"],
    ]);
    expect(await groups("type")).toEqual([
      [String(toll), true, "10.00", "1.00"],
      ["6", true, "-2.50", "0.00"],
    ]);
    expect(await groups("category")).toEqual([
      ["toll", false, "10.00", "1.00"],
      ["tyres", false, "-2.50", "0.00"],
    ]);
    expect(await groups("driver")).toEqual([
      [String(driver_id), true, "10.00", "1.00"],
      [null, false, "-2.50", "0.00"],
    ]);
    const [tyres] = await sums({ group_by: "category", vehicle_id: other });
    expect(tyres?.quantities).toEqual([{ quantity_unit: "piece", quantity: "-3" }]);
  });

  it("are of what the filters leave, in pages", async () => {
    const id = await vehicle();
    const driver_id = await createRecord(service, "drivers", { token, members: { client_id: north } });
    await record(id, { driver_id });
    const approved = await record(id, { vehicle_expense_type_id: 13 });
    await send(`/${approved}/review`, { decision: "approve" });
    const counts = async (query: Readonly<Record<string, string | number>>): Promise<number[]> =>
      (await sums({ group_by: "type", vehicle_id: id, ...query })).map(({ count }) => count);
    expect(await counts({})).toEqual([1, 1]);
    for (const query of [
      { driver_id },
      { vehicle_expense_type_id: toll },
      { category: "toll,fine" },
      { status: "approved" },
      { status: "recorded,voided" },
    ])
      expect(await counts(query)).toEqual([1]);
    expect(await counts({ client_id: 2 })).toEqual([]);
    expect(await counts({ agency_id: "demo-agency-1", partner_id: "demo-partner" })).toEqual([1, 1]);
    const path = `/vehicle_expenses/summary?from=${year.from}&to=${year.to}&group_by=type&vehicle_id=${id}&per_page=1&page=2`;
    const { body } = await service.call<VehicleExpenseTotal[]>("GET", path, { token });
    expect([body.data.map(({ group }) => group), body.pagination.total]).toEqual([["13"], 2]);
    const user = await service.login("demo-client-south");
    expect((await service.call<VehicleExpenseTotal[]>("GET", path, { token: user })).body.data).toEqual([]);
  });

  it.each([
    ["to=2025-06-01T00:00:00Z", "to"],
    ["to=2026-07-07T00:00:00Z", "to"],
    ["to=2026-06-01T00:00:00Z&timezone=Mars/Olympus", "timezone"],
  ])("need a time of at most 400 days and a time zone: %s", async (query, parameter) => {
    const path = `/vehicle_expenses/summary?from=2025-06-01T00:00:00Z&group_by=month&${query}`;
    const { status, body } = await service.call("GET", path, { token });
    expect([status, body.errors]).toMatchObject([422, [{ in: "query", name: parameter }]]);
  });
});

describe("months", () => {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"));

  /** The month of an instant, as the runtime counts. */
  const monthOf = (instant: Date, timeZone: string): string => {
    const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit" }).formatToParts(instant);
    const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
    return `${of("year")}-${of("month")}`;
  };

  it("are those of the time zone", { timeout: 120_000 }, async () => {
    const id = await vehicle();
    // Around the ends of months with and without summer time.
    const around = ["2025-07-01", "2025-11-01", "2026-01-01", "2026-03-01", "2026-04-01"].flatMap((day) =>
      [-14, -11, -5, -1, 0, 1, 6, 10, 13].map((hours) => new Date(Date.parse(day) + hours * 60 * 60_000)),
    );
    service.clock.advance(Date.parse("2026-05-01") - service.clock.now().getTime());
    token = await service.login();
    const items = around.map((instant, n) =>
      expense(id, { occurred_at: instant.toISOString(), external_id: `month ${id} ${n}` }),
    );
    await send("/import", { items });
    // Each on a full run; some of them, others each time, on every push.
    const chosen = fc.sample(fc.shuffledSubarray(zones, { minLength: runs(40), maxLength: runs(40) }), 1)[0] ?? [];
    for (const timezone of ["Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns", ...chosen]) {
      const months = around.map((instant) => monthOf(instant, timezone));
      const expected = [...new Set(months)].map((month) => [month, months.filter((other) => other === month).length]);
      const found = await sums({ group_by: "month", timezone, vehicle_id: id });
      expect([timezone, found.map(({ group, count }) => [group, count])]).toEqual([timezone, expected.toSorted()]);
    }
  });
});

describe("distance and consumption", () => {
  const fill = (id: number, day: number, odometer_km: number | null, litres: number, more: object = {}) =>
    record(id, {
      vehicle_expense_type_id: fuel,
      occurred_at: `2026-01-${String(day).padStart(2, "0")}T12:00:00Z`,
      quantity: String(litres),
      odometer_m: odometer_km === null ? null : odometer_km * 1000,
      is_full_tank: true,
      ...more,
    });
  const measured = async (id: number): Promise<unknown[]> =>
    (await sums({ group_by: "vehicle", vehicle_id: id })).map((row) => [
      row.distance_m,
      row.amount_per_km,
      row.consumption_l_per_100km,
    ]);

  it("are measured between readings, and between full tanks", async () => {
    const id = await vehicle();
    await fill(id, 1, 1000, 50);
    expect(await measured(id)).toEqual([[null, null, null]]);
    await fill(id, 5, 1300, 20, { is_full_tank: false });
    await fill(id, 9, 1500, 30);
    // 20 and 30 litres for 500 km, and 30 KES.
    expect(await measured(id)).toEqual([[500_000, "0.0600", 10]]);
    await fill(id, 12, null, 7, { is_full_tank: null });
    await fill(id, 15, 1800, 14);
    expect(await measured(id)).toEqual([[800_000, "0.0625", 8.88]]);
  });

  it("do not span fills that are missing", async () => {
    const id = await vehicle();
    await fill(id, 1, 1000, 50);
    await fill(id, 5, 2000, 50, { is_missed_fill: true });
    expect(await measured(id)).toEqual([[1_000_000, "0.0200", null]]);
    await fill(id, 9, 2500, 40);
    expect(await measured(id)).toEqual([[1_500_000, "0.0200", 8]]);
  });

  it("are less by what was given back", async () => {
    const id = await vehicle();
    await fill(id, 1, 1000, 50);
    await fill(id, 5, 1500, 60);
    await fill(id, 6, null, 10, { amount: "-2", is_full_tank: null });
    await fill(id, 9, 2000, 40);
    const [row] = await sums({ group_by: "vehicle", vehicle_id: id });
    expect([row?.quantities, row?.consumption_l_per_100km]).toEqual([[{ quantity_unit: "l", quantity: "140" }], 9]);
  });

  it("belong to the month in which they end", async () => {
    const id = await vehicle();
    await fill(id, 1, 1000, 50, { occurred_at: "2025-12-20T12:00:00Z" });
    await fill(id, 10, 1400, 40);
    const rows = await sums({ group_by: "month", vehicle_id: id });
    expect(rows.map((row) => [row.group, row.distance_m, row.consumption_l_per_100km])).toEqual([
      ["2025-12", null, null],
      ["2026-01", 400_000, 10],
    ]);
  });

  it("are not those of one currency where there are several", async () => {
    const id = await vehicle();
    await fill(id, 1, 1000, 50);
    await fill(id, 5, 1500, 40);
    await record(id, { currency: "UGX", amount: "5000" });
    expect(await measured(id)).toEqual([
      [500_000, null, 8],
      [500_000, null, 8],
    ]);
    const [shillings, ...others] = await sums({ group_by: "month", vehicle_id: id, currency: "KES" });
    expect([shillings?.currency, shillings?.amount_per_km, others]).toEqual(["KES", "0.0400", []]);
  });

  it("count the fills between two full tanks that the filters leave out", async () => {
    const id = await vehicle();
    const one = await createRecord(service, "drivers", { token, members: { client_id: north } });
    await fill(id, 1, 1000, 50, { driver_id: one });
    await fill(id, 5, 1300, 20, { currency: "EUR", is_full_tank: false });
    await fill(id, 9, 1500, 30, { driver_id: one });
    for (const filter of [
      { currency: "KES" },
      { driver_id: one },
      { vehicle_expense_type_id: fuel },
      { category: "fuel" },
    ]) {
      const [row] = await sums({ group_by: "vehicle", vehicle_id: id, ...filter });
      expect([filter, row?.consumption_l_per_100km]).toEqual([filter, 10]);
    }
    const [euros] = await sums({ group_by: "vehicle", vehicle_id: id, currency: "EUR" });
    expect(euros?.consumption_l_per_100km).toBeNull();
  });

  it("count the litres of two full tanks at one place", async () => {
    const id = await vehicle();
    await fill(id, 1, 1000, 50);
    await fill(id, 5, 1500, 40);
    await fill(id, 5, 1500, 10);
    expect(await measured(id)).toEqual([[500_000, "0.0600", 10]]);
  });
});
