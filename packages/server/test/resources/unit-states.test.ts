import type { Unit, UnitSummary } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { UnitReport } from "../../src/telemetry/unit-reports.ts";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";
import { runs } from "../support/db.ts";
import { tagOf, useService } from "../support/service.ts";

const service = useService();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

function call<Data = Unit>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return service.call<Data>(method, path, { token, body, ...(headers && { headers }) });
}

async function create(more: object = {}): Promise<Unit> {
  serial += 1;
  const unit = { client_id: 1, name: `State ${serial}`, identifier: `state-${serial}`, identifier_type: "custom" };
  const { status, body } = await call("POST", "/units", { ...unit, ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.data;
}

/** Reports what a device sends now, or has sent that long ago. */
function report(unit: number, more: Partial<UnitReport> = {}, agoMs = 0): Promise<void> {
  const at = new Date(service.clock.now().getTime() - agoMs);
  return reportUnitStates(service.server.db, [{ unit_id: unit, received_at: at, recorded_at: at, ...more }]);
}

const empty = {
  connection_status: "never_connected",
  movement_status: "unknown",
  last_seen_at: null,
  last_position_at: null,
  odometer_m: null,
  odometer_source: null,
  odometer_read_at: null,
  engine_hours_s: null,
  engine_hours_source: null,
  engine_hours_read_at: null,
};

describe("the state of a unit", () => {
  it("is shown by get, lists and find, if the request includes it", async () => {
    const unit = await create();
    const q = `q=${unit.identifier}`;
    const paths = [
      "/units/listing?client_id=1&per_page=200",
      "/units/listing/client/1?per_page=200",
      `/units/find?${q}`,
    ];
    const show = async (include: string): Promise<unknown[]> => {
      const single = await call("GET", `/units/${unit.id}?${include}`);
      const lists = await Promise.all(paths.map((path) => call<UnitSummary[]>("GET", `${path}&${include}`)));
      const shown = lists.map(({ body }) => body.data.find(({ id }) => id === unit.id));
      return [single.body.data, ...shown].map((one) => ("state" in (one ?? {}) ? one?.state : "no member"));
    };
    expect(await show("")).toEqual(["no member", "no member", "no member", "no member"]);
    expect(await show("include=state")).toEqual([empty, empty, empty, empty]);
    const now = service.clock.now().toISOString();
    const counters = { odometer: { value: 7, source: "can" }, engine_hours: { value: 9, source: "obd" } };
    await report(unit.id, { has_position: true, movement_status: "moving", ...counters });
    const state = {
      connection_status: "online",
      movement_status: "moving",
      last_seen_at: now,
      last_position_at: now,
      odometer_m: 7,
      odometer_source: "can",
      odometer_read_at: now,
      engine_hours_s: 9,
      engine_hours_source: "obd",
      engine_hours_read_at: now,
    };
    expect(await show("include=state")).toEqual([state, state, state, state]);
    expect(await show("")).toEqual(["no member", "no member", "no member", "no member"]);
  });

  it("422: nothing else can be included", async () => {
    for (const include of ["states", "state,state", ""])
      expect((await call("GET", `/units/1?include=${include}`)).status).toBe(422);
  });

  it("is not part of what creates and changes reply, nor of a replay", async () => {
    const key = { "Idempotency-Key": "state-of-a-new-unit" };
    const body = { client_id: 1, name: "State", identifier: "state-key", identifier_type: "custom" };
    const [first, again] = [await call("POST", "/units", body, key), await call("POST", "/units", body, key)];
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const changed = await call("PATCH", `/units/${first.body.data.id}`, { name: "State of the art" });
    for (const { body: answer } of [first, again, changed]) expect(answer.data).not.toHaveProperty("state");
    expect(again.body.data).toEqual(first.body.data);
  });

  it("may have values that the contract does not name yet", async () => {
    const { id } = await create();
    await report(id, { movement_status: "towed", odometer: { value: 1, source: "tachograph" } });
    const { state } = (await call("GET", `/units/${id}?include=state`)).body.data;
    expect(state).toMatchObject({ movement_status: "towed", odometer_source: "tachograph" });
  });
});

describe("the connection of a unit", () => {
  const SECOND = 1000;
  it.each([
    // Intervals, movement, how long the unit is online after its last message.
    [{}, "moving", 10 * MINUTE],
    [{ moving: 30, parked: 3600 }, "moving", 10 * MINUTE],
    [{ moving: 400, parked: 3600 }, "moving", 1200 * SECOND],
    [{ moving: 400, parked: 3600 }, "idling", 1200 * SECOND],
    [{ moving: 400, parked: 3600 }, "parked", 3 * HOUR],
    [{ moving: 400, parked: 3600 }, undefined, 3 * HOUR],
    [{ moving: 7200, parked: 3600 }, "towed", 6 * HOUR],
    [{ moving: 7200 }, undefined, 6 * HOUR],
    [{ parked: 3600 }, "moving", 10 * MINUTE],
    [{ moving: 30, parked: 12 * 3600 }, "parked", 36 * HOUR],
  ])("with the intervals %o and the movement %s lasts %i ms", async (intervals, movement, online) => {
    const { moving = null, parked = null } = intervals as { moving?: number; parked?: number };
    const unit = await create({ reporting_interval_moving_s: moving, reporting_interval_parked_s: parked });
    const idle = Math.max(online, DAY);
    await report(unit.id, movement === undefined ? {} : { movement_status: movement });
    const seen = service.clock.now().getTime();
    const expected = new Map([
      [online - 1, "online"],
      [online, online < DAY ? "idle" : "offline"],
      [idle - 1, online < DAY ? "idle" : "online"],
      [idle, "offline"],
    ]);
    for (const [ago, status] of expected) {
      const moved = new Date(seen - ago);
      await service.server.db.query("update unit_states set last_seen_at = $2 where unit_id = $1", [unit.id, moved]);
      const { state } = (await call("GET", `/units/${unit.id}?include=state`)).body.data;
      expect([ago, state?.connection_status]).toEqual([ago, status]);
      const listed = await call<Unit[]>("GET", `/units/listing?per_page=200&connection_status=${status}`);
      expect(listed.body.data.map(({ id }) => id)).toContain(unit.id);
    }
  });

  it("changes the ETag of a response that includes it when time passes, and no other", async () => {
    const { id } = await create();
    await report(id);
    const tags = async () => {
      const [plain, including] = [await call("GET", `/units/${id}`), await call("GET", `/units/${id}?include=state`)];
      return [plain.headers.get("etag"), including.headers.get("etag")];
    };
    const [plain, including] = await tags();
    service.clock.advance(11 * MINUTE);
    token = await service.login();
    const [plainLater, includingLater] = await tags();
    expect(plainLater).toBe(plain);
    expect(includingLater).not.toBe(including);
  });
});

describe("reports", () => {
  it("do not move a unit: one that reports every second is 304, and changes under If-Match", async () => {
    const unit = await create();
    const first = await call("GET", `/units/${unit.id}`);
    const etag = first.headers.get("etag") ?? "";
    const audited = await auditCount();
    for (let second = 0; second < 10; second += 1) {
      await report(unit.id, { has_position: true, odometer: { value: second, source: "gps" } });
      expect((await call("GET", `/units/${unit.id}`, undefined, { "If-None-Match": etag })).status).toBe(304);
      service.clock.advance(1000);
    }
    expect((await call("GET", `/units/${unit.id}`)).body.data).toEqual(unit);
    const since = `/units/listing?client_id=1&updated_after=${unit.updated_at}`;
    expect((await call<Unit[]>("GET", since)).body.data).toEqual([]);
    expect(await auditCount()).toBe(audited);
    // Both tags allow a change: the state is not part of what If-Match compares.
    const including = (await call("GET", `/units/${unit.id}?include=state`)).headers.get("etag") ?? "";
    await report(unit.id);
    const changed = await call("PATCH", `/units/${unit.id}`, { name: "A" }, { "If-Match": including });
    expect([changed.status, changed.body.data.version]).toEqual([200, 2]);
    const after = { "If-Match": tagOf(changed.body.data) };
    expect((await call("PATCH", `/units/${unit.id}`, { name: "B" }, after)).status).toBe(200);
  });

  it("of a suspended client are stored", async () => {
    const [suspended] = await service.server.db.query<{ id: number }>(
      "select u.id from units u join clients c on c.id = u.client_id where c.status = 'suspended' limit 1",
    );
    const unit = suspended?.id ?? 0;
    await report(unit, { has_position: true });
    const { state } = (await call("GET", `/units/${unit}?include=state`)).body.data;
    expect(state).toMatchObject({ last_seen_at: service.clock.now().toISOString(), connection_status: "online" });
  });

  it.each(["=", "<>"])("of the former owner are not shown to the new one, whose agency is %s", async (comparison) => {
    const { id } = await create();
    const [client] = await service.server.db.query<{ id: number }>(
      `select c.id from clients c, clients own where own.id = 1 and c.id <> 1 and c.agency_id ${comparison} own.agency_id
         and c.status = 'active' and c.deleted_at is null order by c.id limit 1`,
    );
    await report(id, { odometer: { value: 5, source: "can" } });
    await service.server.db.query("update units set client_id = $2 where id = $1", [id, client?.id ?? 0]);
    expect((await call("GET", `/units/${id}?include=state`)).body.data.state).toEqual(empty);
    await report(id, { odometer: { value: 6, source: "can" } });
    const { state } = (await call("GET", `/units/${id}?include=state`)).body.data;
    expect(state).toMatchObject({ connection_status: "online", odometer_m: 6 });
    const query = `client_id=${client?.id}&per_page=200&connection_status=online`;
    const online = await call<Unit[]>("GET", `/units/listing?${query}`);
    expect(online.body.data.map((unit) => unit.id)).toContain(id);
  });

  it("make no response stale, in any sequence of reports, changes and conditional reads", async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant("report" as const), odometer: fc.nat(3), ago: fc.nat(3) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(1, 11) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("plain" as const, "including" as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        token = await service.login();
        const { id } = await create();
        const kept = { plain: { tag: '"none"', data: {} }, including: { tag: '"none"', data: {} } };
        let isRenamed = true;
        for (const one of steps) {
          if (one.kind === "report")
            await report(id, { odometer: { value: one.odometer, source: "gps" } }, one.ago * 1000);
          if (one.kind === "wait") service.clock.advance(one.minutes * MINUTE);
          if (one.kind === "rename") {
            expect((await call("PATCH", `/units/${id}`, { name: `Renamed ${(serial += 1)}` })).status).toBe(200);
            isRenamed = true;
          }
          if (one.kind !== "plain" && one.kind !== "including") continue;
          const path = `/units/${id}${one.kind === "plain" ? "" : "?include=state"}`;
          const fresh = await call("GET", path);
          const { status } = await call("GET", path, undefined, { "If-None-Match": kept[one.kind].tag });
          const isSame = JSON.stringify(fresh.body.data) === JSON.stringify(kept[one.kind].data);
          expect(status).toBe(isSame ? 304 : 200);
          // Without the state, nothing but a change of the record changes a response.
          if (one.kind === "plain") {
            expect(isSame).toBe(!isRenamed);
            isRenamed = false;
          }
          kept[one.kind] = { tag: fresh.headers.get("etag") ?? "", data: fresh.body.data };
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

async function auditCount(): Promise<number> {
  const [row] = await service.server.db.query<{ n: number }>("select count(*) as n from audit_log");
  return row?.n ?? -1;
}
