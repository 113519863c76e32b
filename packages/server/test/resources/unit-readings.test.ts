import type { Unit, UnitReading } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";
import { runs } from "../support/db.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

function call<Data = UnitReading>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
}

/** An instant that many milliseconds from now. */
function at(offsetMs: number): string {
  return new Date(service.clock.now().getTime() + offsetMs).toISOString();
}

/** A new unit that has belonged to the client for that long. */
async function create(ageMs = 100 * DAY, clientId = 1): Promise<number> {
  serial += 1;
  const [unit] = await service.server.db.query<{ id: number }>(
    `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
     values ($2, $1, $1, 'custom', $3, $3) returning id`,
    [`reading-${serial}`, clientId, at(-ageMs)],
  );
  return unit?.id ?? 0;
}

/** Gives a unit to another client. */
async function move(unit: number, client: number, instant: string): Promise<void> {
  await service.server.db.query("update units set client_id = $2, updated_at = $3 where id = $1", [
    unit,
    client,
    instant,
  ]);
}

function read(unit: number, reading: object, headers?: Record<string, string>): Promise<Answer<UnitReading>> {
  return call("POST", `/units/${unit}/readings`, reading, headers);
}

async function stateOf(unit: number) {
  return (await call<Unit>("GET", `/units/${unit}?include=state`)).body.data.state;
}

const outcome = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];
const findings = ({ body }: Answer<unknown>) => body.errors?.map(({ pointer, code }) => [pointer, code]);

describe("POST /units/{unit_id}/readings", () => {
  it("201: returns the reading, and the unit shows it", async () => {
    const unit = await create();
    const [me] = await service.server.db.query<{ id: number }>(
      "select id from users where username = 'demo-partner-admin'",
    );
    const reading = { read_at: at(-HOUR), odometer_m: 1500, engine_hours_s: 60, note: "Receipt 7" };
    const { status, headers, body } = await read(unit, reading);
    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body.data).toEqual({
      ...reading,
      id: body.data.id,
      unit_id: unit,
      client_id: 1,
      source: "manual",
      is_correction: false,
      created_by_id: me?.id,
      created_at: at(0),
    });
    expect(headers.get("location")).toBe(`/api/v1/units/readings/listing?unit_id=${unit}`);
    expect(await stateOf(unit)).toMatchObject({
      connection_status: "never_connected",
      odometer_m: 1500,
      odometer_source: "manual",
      odometer_read_at: reading.read_at,
      engine_hours_s: 60,
      engine_hours_source: "manual",
      engine_hours_read_at: reading.read_at,
    });
  });

  it("201: version, updated_at and ETag of the unit stay, and so does the counter that was not read", async () => {
    const unit = await create();
    await read(unit, { read_at: at(-HOUR), engine_hours_s: 60 });
    const before = await call<Unit>("GET", `/units/${unit}`);
    expect((await read(unit, { read_at: at(0), odometer_m: 5 })).status).toBe(201);
    const after = await call<Unit>("GET", `/units/${unit}`);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5, engine_hours_s: 60 });
  });

  it("201: a request is carried out once for its key, and another unit needs another key", async () => {
    const unit = await create();
    const key = { "Idempotency-Key": `reading-${unit}` };
    const reading = { read_at: at(-HOUR), odometer_m: 10 };
    const [first, again] = [await read(unit, reading, key), await read(unit, reading, key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(outcome(await read(await create(), reading, key))).toEqual([422, "idempotency_key_reused"]);
    expect((await call<UnitReading[]>("GET", `/units/readings/listing?unit_id=${unit}`)).body.pagination.total).toBe(1);
  });

  it("422: names a counter that is missing, and a read_at that cannot be", async () => {
    const unit = await create(DAY);
    for (const more of [{}, { note: "no value" }, { is_correction: true }]) {
      const { body } = await read(unit, { read_at: at(0), ...more });
      const detail = "is required, or engine_hours_s, or both";
      expect(body.errors).toEqual([expect.objectContaining({ pointer: "/odometer_m", code: "required", detail })]);
    }
    expect(findings(await read(unit, { odometer_m: 2 }))).toEqual([["/read_at", "required"]]);
    expect(findings(await read(unit, { odometer_m: -1, read_at: at(0) }))).toEqual([["/odometer_m", "minimum"]]);
    expect(findings(await read(unit, { odometer_m: 2, read_at: at(61_000) }))).toEqual([["/read_at", "invalid"]]);
    expect(findings(await read(unit, { odometer_m: 2, read_at: at(-DAY - 1) }))).toEqual([["/read_at", "invalid"]]);
    expect((await read(unit, { odometer_m: 1, read_at: at(-DAY) })).status).toBe(201);
    expect((await read(unit, { odometer_m: 2, read_at: at(59_000) })).status).toBe(201);
  });

  it("422: the new owner cannot record a reading of the time before the unit changed hands", async () => {
    const unit = await create();
    expect((await read(unit, { odometer_m: 900, read_at: at(-DAY) })).status).toBe(201);
    await move(unit, 2, at(-HOUR));
    expect(findings(await read(unit, { odometer_m: 5, read_at: at(-HOUR - 1) }))).toEqual([["/read_at", "invalid"]]);
    // The chain of the former owner is not that of the new one.
    expect((await read(unit, { odometer_m: 5, read_at: at(-HOUR) })).body.data).toMatchObject({ client_id: 2 });
  });

  it("201: a client that gets a unit back begins a new chain, and no earlier reading is in its way", async () => {
    const unit = await create();
    // Clocks may be a minute ahead: this reading is later than both transfers.
    const first = await read(unit, { odometer_m: 900, engine_hours_s: 90, read_at: at(50_000) });
    expect(first.status).toBe(201);
    await move(unit, 2, at(1));
    expect((await read(unit, { odometer_m: 800, engine_hours_s: 80, read_at: at(40_000) })).status).toBe(201);
    const other = await read(unit, { odometer_m: 900, engine_hours_s: 90, read_at: at(50_000) });
    expect([other.status, other.body.data.client_id]).toEqual([201, 2]);
    await move(unit, 1, at(2));
    expect((await read(unit, { odometer_m: 5, engine_hours_s: 5, read_at: at(45_000) })).status).toBe(201);
    expect((await read(unit, { odometer_m: 1000, engine_hours_s: 1000, read_at: at(55_000) })).status).toBe(201);
    const own = await read(unit, { odometer_m: 6, engine_hours_s: 6, read_at: at(50_000) });
    expect([own.status, own.body.data.client_id]).toEqual([201, 1]);
    const again = await read(unit, { odometer_m: 6, read_at: at(50_000) });
    expect([...outcome(again), again.body.existing_id]).toEqual([409, "duplicate", own.body.data.id]);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 1000, engine_hours_s: 1000 });
  });

  it("422: names the neighbour that is in the way, not a correction or a nearer reading that is not", async () => {
    const unit = await create();
    await read(unit, { odometer_m: 100, read_at: at(-10 * HOUR) });
    await read(unit, { odometer_m: 10, read_at: at(-5 * HOUR), is_correction: true });
    // Before a correction any value fits that is not below the one before it.
    const low = await read(unit, { odometer_m: 99, read_at: at(-6 * HOUR) });
    expect(low.body.detail).toBe(
      `The odometer would go back: the reading of ${at(-10 * HOUR)} has 100 m. ` +
        "Correct the value or read_at, or mark this reading with is_correction.",
    );
    await read(unit, { odometer_m: 12, read_at: at(-2 * HOUR) });
    // The 100 m of before the correction are no cause, and neither are readings of the engine hours.
    await read(unit, { engine_hours_s: 1, read_at: at(-2.5 * HOUR) });
    const high = await read(unit, { odometer_m: 13, read_at: at(-3 * HOUR), is_correction: true });
    expect(high.body.detail).toBe(
      `The odometer would go back: the reading of ${at(-2 * HOUR)} has 12 m. Correct the value or read_at.`,
    );
    const lowest = await read(unit, { odometer_m: 9, read_at: at(-HOUR) });
    expect(lowest.body.detail).toContain(`the reading of ${at(-2 * HOUR)} has 12 m.`);
  });

  it.each([
    ["odometer_m", "odometer_rollback", "m"],
    ["engine_hours_s", "engine_hours_rollback", "s"],
  ])(
    "422: %s may go back neither before nor after a reading, unless that is a correction",
    async (counter, code, unit) => {
      const id = await create();
      await read(id, { [counter]: 100, read_at: at(-3 * DAY) });
      await read(id, { [counter]: 300, read_at: at(-DAY) });
      const low = await read(id, { [counter]: 99, read_at: at(-2 * DAY) });
      expect(outcome(low)).toEqual([422, code]);
      expect(low.body.detail).toContain(`the reading of ${at(-3 * DAY)} has 100 ${unit}`);
      const high = await read(id, { [counter]: 301, read_at: at(-2 * DAY) });
      expect(outcome(high)).toEqual([422, code]);
      expect(high.body.detail).toContain(`the reading of ${at(-DAY)} has 300 ${unit}`);
      const marked = await read(id, { [counter]: 301, read_at: at(-2 * DAY), is_correction: true });
      expect(outcome(marked)).toEqual([422, code]);
      expect((await read(id, { [counter]: 200, read_at: at(-2 * DAY) })).status).toBe(201);
      // Equal values are no step back.
      expect((await read(id, { [counter]: 300, read_at: at(-HOUR) })).status).toBe(201);
      expect((await read(id, { [counter]: 50, read_at: at(-1000), is_correction: true })).status).toBe(201);
      // A correction is lower than what comes before it, whenever that is recorded.
      expect((await read(id, { [counter]: 310, read_at: at(-2000) })).status).toBe(201);
      expect(outcome(await read(id, { [counter]: 49, read_at: at(0) }))).toEqual([422, code]);
      expect((await read(id, { [counter]: 51, read_at: at(0) })).status).toBe(201);
    },
  );

  it("409 duplicate: a unit has one reading of a counter at an instant", async () => {
    const unit = await create();
    const first = await read(unit, { odometer_m: 1, read_at: at(-HOUR) });
    const again = await read(unit, { odometer_m: 1, read_at: at(-HOUR) });
    expect([...outcome(again), again.body.existing_id]).toEqual([409, "duplicate", first.body.data.id]);
    expect((await read(unit, { engine_hours_s: 1, read_at: at(-HOUR) })).status).toBe(201);
    expect(outcome(await read(unit, { engine_hours_s: 2, read_at: at(-HOUR) }))).toEqual([409, "duplicate"]);
    expect((await read(await create(), { odometer_m: 1, read_at: at(-HOUR) })).status).toBe(201);
  });

  it("404: a unit that does not exist, is deleted or lies outside of the scope", async () => {
    const [deleted, foreign] = [await create(), await create(DAY, 2)];
    await call("DELETE", `/units/${deleted}`);
    const reading = { odometer_m: 1, read_at: at(0) };
    for (const unit of [999_999, deleted]) expect(outcome(await read(unit, reading))).toEqual([404, "not_found"]);
    await service.server.db.query(
      `insert into role_permissions select id, 'units', 'units_technical' from roles where name = 'client_user'
       on conflict do nothing`,
    );
    token = await service.login("demo-client-north");
    expect(outcome(await read(foreign, reading))).toEqual([404, "not_found"]);
  });

  it("403 client_suspended: refused like every change of its records", async () => {
    const [client] = await service.server.db.query<{ id: number }>("select id from clients where status = 'suspended'");
    const unit = await create(DAY, client?.id ?? 0);
    expect(outcome(await read(unit, { odometer_m: 1, read_at: at(0) }))).toEqual([403, "client_suspended"]);
    expect(await service.server.db.query("select from unit_readings where unit_id = $1", [unit])).toEqual([]);
  });

  it("accepts exactly the chains that never go back, in any order of recording", async () => {
    const reading = fc.record({ slot: fc.nat(3), value: fc.nat(3), is_correction: fc.boolean() });
    const plain = (slot: number, value: number) => ({ slot, value, is_correction: false });
    const correction = (slot: number, value: number) => ({ slot, value, is_correction: true });
    await fc.assert(
      fc.asyncProperty(fc.array(reading, { minLength: 6, maxLength: 12 }), async (readings) => {
        const unit = await create();
        const chain = new Map<number, { value: number; is_correction: boolean }>();
        for (const { slot, value, is_correction } of readings) {
          const slots = [...chain.keys()].toSorted((a, b) => a - b);
          const before = chain.get(slots.findLast((one) => one < slot) ?? -1);
          const after = chain.get(slots.find((one) => one > slot) ?? -1);
          // The later of the two must be the correction.
          const goesBack =
            (before !== undefined && before.value > value && !is_correction) ||
            (after !== undefined && after.value < value && !after.is_correction);
          // The rule about neighbours comes before that about instants.
          const expected = goesBack ? "odometer_rollback" : chain.has(slot) ? "duplicate" : undefined;
          const read_at = at(-DAY + slot * HOUR);
          const { body } = await read(unit, { odometer_m: value, read_at, is_correction });
          expect(body.code).toBe(expected);
          if (expected === undefined) chain.set(slot, { value, is_correction });
        }
        const newest = Math.max(...chain.keys());
        expect((await stateOf(unit))?.odometer_m).toBe(chain.get(newest)?.value ?? null);
      }),
      {
        numRuns: runs(60),
        examples: [
          // A correction may be lower than what comes before it, and not higher than what comes after it.
          [[plain(0, 2), plain(3, 2), correction(1, 1)]],
          [[plain(0, 2), plain(3, 2), correction(1, 3)]],
          // Before a correction, what comes next may be lower.
          [[plain(0, 1), correction(2, 0), plain(1, 3), plain(3, 0)]],
          // Only neighbours are compared.
          [[plain(0, 3), correction(1, 0), plain(2, 1), plain(3, 2)]],
          [[plain(1, 1), plain(1, 1), plain(0, 2), plain(2, 0)]],
        ],
      },
    );
  });
});

describe("the counters of a unit", () => {
  const device = (unit: number, offsetMs: number, value: number) =>
    reportUnitStates(service.server.db, [
      {
        unit_id: unit,
        received_at: new Date(at(0)),
        recorded_at: new Date(at(offsetMs)),
        odometer: { value, source: "can" },
      },
    ]);

  it("go on from a reading with what the device adds", async () => {
    const unit = await create();
    await device(unit, -2 * HOUR, 1000);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 1000, odometer_source: "can" });
    await read(unit, { odometer_m: 5000, read_at: at(-HOUR) });
    expect(await stateOf(unit)).toMatchObject({
      odometer_m: 5000,
      odometer_source: "manual",
      odometer_read_at: at(-HOUR),
    });
    await device(unit, 0, 1200);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5200, odometer_source: "can", odometer_read_at: at(0) });
    await read(unit, { odometer_m: 4000, read_at: at(1), is_correction: true });
    await device(unit, 2, 1201);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 4001 });
  });

  it("begin with the first report after a reading, if the device had none before", async () => {
    const unit = await create();
    await read(unit, { odometer_m: 5000, read_at: at(-HOUR) });
    await device(unit, -1000, 70);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5000 });
    await device(unit, 0, 75);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5005 });
  });

  it("follow what the device had at the time of the reading, even if it reports that later", async () => {
    const unit = await create();
    await device(unit, -3 * HOUR, 1000);
    await read(unit, { odometer_m: 5000, read_at: at(-HOUR) });
    await device(unit, 0, 1300);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5300 });
    await device(unit, -HOUR, 1250);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5050 });
    await device(unit, -2 * HOUR, 1100);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 5050 });
  });

  it("are not set back by an old receipt, but raised by it", async () => {
    const unit = await create();
    await device(unit, 0, 1000);
    await read(unit, { odometer_m: 800, read_at: at(-2 * DAY) });
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 1000, odometer_source: "can" });
    await read(unit, { odometer_m: 4000, read_at: at(-DAY - 1) });
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 4000 });
    await read(unit, { odometer_m: 3000, read_at: at(-3 * DAY) });
    expect(outcome(await read(unit, { odometer_m: 3900, read_at: at(-HOUR) }))).toEqual([422, "odometer_rollback"]);
    expect(await stateOf(unit)).toMatchObject({ odometer_m: 4000 });
  });
});

describe("GET /units/readings/listing", () => {
  it("200: the readings that the filters leave, latest first, in pages", async () => {
    const [unit, other] = [await create(), await create(DAY, 2)];
    const ids: number[] = [];
    for (const hours of [3, 1, 2]) {
      const { body } = await read(unit, { engine_hours_s: 10 - hours, read_at: at(-hours * HOUR) });
      ids.push(body.data.id);
    }
    const [third = 0, first = 0, second = 0] = ids;
    await read(other, { odometer_m: 1, read_at: at(0) });
    const list = async (query: string) => {
      const { status, body } = await call<UnitReading[]>("GET", `/units/readings/listing?${query}`);
      expect([status, body.detail]).toEqual([200, undefined]);
      return body;
    };
    const listed = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await listed(`unit_id=${unit}`)).toEqual([first, second, third]);
    expect(await listed(`unit_id=${unit}&per_page=2&page=2`)).toEqual([third]);
    expect(await listed(`unit_id=${unit}&from=${at(-2 * HOUR)}`)).toEqual([first, second]);
    expect(await listed(`unit_id=${unit}&to=${at(-2 * HOUR)}`)).toEqual([third]);
    expect(await listed(`unit_id=${unit}&client_id=2`)).toEqual([]);
    expect(await listed(`unit_id=${unit}&agency_id=demo-agency-1&partner_id=demo-partner`)).toHaveLength(3);
    expect(await listed("unit_id=999999")).toEqual([]);
    const all = await list(`from=${at(-4 * HOUR)}&per_page=200`);
    const instants = all.data.map(({ read_at }) => read_at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    expect(all.pagination.total).toBe(all.data.length);
    token = await service.login("demo-client-north");
    expect(await listed(`unit_id=${other}`)).toEqual([]);
  });
});
