/** How installations are listed, and how the records of both sides change with them. */
import type { Unit } from "@fleet-api/contract/types/units";
import type { Vehicle } from "@fleet-api/contract/types/vehicles";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChangesPage } from "../changes/support/mirror.ts";
import { allVisible } from "../changes/support/mirror.ts";
import { installationRequests } from "../support/installations.ts";
import { useService } from "../support/service.ts";
import { outcome } from "../support/vehicle-requests.ts";

const service = useService();
const DAY = 24 * 3_600_000;
let token = "";
let serial = 0;

beforeEach(async () => {
  token = await service.login();
});

const requests = installationRequests({
  call: service.call,
  clock: service.clock,
  db: () => service.server.db,
  token: () => token,
});
const { at, assign, unassign, correct, undo, list, newest, call, vehicle, unit, moveTo } = requests;

describe("GET /vehicles/unit_assignments/listing", () => {
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await list(query);
    expect([status, body.pagination.total]).toEqual([200, body.data.length]);
    return body.data.map(({ id }) => id);
  };

  /** Three installations: of one unit in two vehicles, and of another unit in the first vehicle. */
  async function history() {
    const [van, truck, tracker, spare] = [await vehicle(), await vehicle(), await unit(), await unit()];
    await assign(van, tracker, { installed_at: at(-30 * DAY) });
    await unassign(van, { removed_at: at(-20 * DAY) });
    const first = (await newest(van)).id;
    await assign(truck, tracker, { installed_at: at(-10 * DAY) });
    await assign(van, spare, { installed_at: at(-5 * DAY) });
    return { van, truck, tracker, spare, first, second: (await newest(truck)).id, third: (await newest(van)).id };
  }

  it("lists those of a vehicle, of a unit, or of both, latest first", async () => {
    const { van, truck, tracker, spare, first, second, third } = await history();
    expect(await ids(`vehicle_id=${van}`)).toEqual([third, first]);
    expect(await ids(`unit_id=${tracker}`)).toEqual([second, first]);
    expect(await ids(`unit_id=${tracker}&vehicle_id=${van}`)).toEqual([first]);
    expect(await ids(`unit_id=${spare}&vehicle_id=${truck}`)).toEqual([]);
    expect(await ids("unit_id=999999")).toEqual([]);
  });

  it("lists those that lasted at some time between from and to", async () => {
    const { van, tracker, first, second } = await history();
    const between = (from: number, to: number) => ids(`unit_id=${tracker}&from=${at(from)}&to=${at(to)}`);
    expect(await between(-40 * DAY, -30 * DAY)).toEqual([]);
    expect(await between(-40 * DAY, -30 * DAY + 1)).toEqual([first]);
    expect(await between(-20 * DAY - 1, -15 * DAY)).toEqual([first]);
    expect(await between(-20 * DAY, -10 * DAY)).toEqual([]);
    expect(await between(-20 * DAY - 1, -10 * DAY + 1)).toEqual([second, first]);
    expect(await between(-DAY, DAY)).toEqual([second]);
    // Who had it at an instant: the end does not count.
    await assign(van, await unit(), { installed_at: at(0), force_reassign: true });
    expect(await ids(`vehicle_id=${van}&from=${at(-20 * DAY)}&to=${at(-20 * DAY + 1)}`)).toEqual([]);
  });

  it("pages through them without a gap, also where several began at the same time", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    for (let n = 0; n < 5; n += 1) {
      await assign(van, tracker, { installed_at: at(-9 * DAY) });
      await unassign(van, { removed_at: at(-9 * DAY) });
    }
    const all = await ids(`vehicle_id=${van}&per_page=200`);
    expect([all.length, new Set(all).size]).toEqual([5, 5]);
    const paged: number[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { body } = await list(`vehicle_id=${van}&per_page=2&page=${page}`);
      expect(body.pagination).toMatchObject({ page, per_page: 2, total: 5 });
      paged.push(...body.data.map(({ id }) => id));
    }
    expect(paged).toEqual(all);
  });

  it("shows those of the client that both sides belonged to, and no deleted ones", async () => {
    const { van, tracker, first, second } = await history();
    await undo(second);
    await moveTo("units", tracker, 3);
    service.clock.advance(DAY);
    const [foreign, newOwner] = [await vehicle(3), `unit_id=${tracker}&client_id=3`];
    expect((await assign(foreign, tracker)).status).toBe(200);
    const other = (await newest(foreign)).id;
    expect(await ids(`unit_id=${tracker}`)).toEqual([other, first]);
    expect(await ids(`unit_id=${tracker}&agency_id=demo-agency-1`)).toEqual([first]);
    expect(await ids(newOwner)).toEqual([other]);
    token = await service.login("demo-client-north");
    expect(await ids(`unit_id=${tracker}`)).toEqual([first]);
    expect(await ids(`vehicle_id=${van}&unit_id=${tracker}&client_id=1`)).toEqual([first]);
    expect(await ids(newOwner)).toEqual([]);
    expect(outcome(await correct(other, { removal_reason: "Mine" }))).toEqual([404, "not_found"]);
  });
});

describe("a vehicle and its unit", () => {
  interface Side {
    readonly version: number;
    readonly etag: string;
    readonly changes: number;
  }

  /** The version, the tag and the entries of the feed since the last look, of the vehicle and of the unit. */
  async function watch(van: number, tracker: number) {
    const cursors = new Map<string, string>();
    const look = async (path: string, id: number): Promise<Side> => {
      await allVisible(service.server.db);
      const cursor = cursors.get(path);
      const feed = `/${path}/changes?${cursor === undefined ? "from=now" : `cursor=${cursor}`}`;
      const { body } = await call<ChangesPage>("GET", feed);
      cursors.set(path, body.data.next_cursor);
      const { headers, body: record } = await call<Vehicle | Unit>("GET", `/${path}/${id}`);
      const changes = body.data.changes.filter((one) => one.id === id);
      for (const one of changes) {
        expect(one).toMatchObject({ change: "upserted", record: { version: record.data.version } });
      }
      return { version: record.data.version, etag: headers.get("etag") ?? "", changes: changes.length };
    };
    const both = async () => [await look("vehicles", van), await look("units", tracker)] as const;
    let last = await both();
    /** Whether version, tag and feed of each side moved since the last look. */
    return async (): Promise<unknown[]> => {
      const [before, now] = [last, await both()];
      last = now;
      return now.map(({ version, etag, changes }, side) => {
        const was = before[side];
        return [version > (was?.version ?? 0), etag !== was?.etag, changes === 1];
      });
    };
  }
  const [moved, kept] = [
    [true, true, true],
    [false, false, false],
  ];

  it("get another version exactly when an installation of theirs begins or ends", async () => {
    const [van, tracker, truck] = [await vehicle(), await unit(), await vehicle()];
    const changed = await watch(van, tracker);
    const step = async (answer: Promise<{ status: number }>, status: number, expected: unknown): Promise<void> => {
      expect([(await answer).status, await changed()]).toEqual([status, [expected, expected]]);
    };
    await step(assign(van, tracker, { installed_at: at(-9 * DAY), odometer_m: 5 }), 200, moved);
    const { id } = await newest(van);
    await step(assign(truck, tracker), 409, kept);
    await step(assign(van, await unit()), 409, kept);
    await step(call("DELETE", `/vehicles/${van}`), 409, kept);
    await step(call("DELETE", `/units/${tracker}`), 409, kept);
    await step(correct(id, { installed_at: at(-8 * DAY) }), 200, kept);
    await step(unassign(van, { removed_at: at(-9 * DAY) }), 422, kept);
    await step(unassign(van), 200, moved);
    await step(unassign(van), 200, kept);
    await step(correct(id, { removed_at: at(-DAY), removal_reason: "Sold" }), 200, kept);
    await step(correct(id, { removed_at: null }), 200, moved);
    await step(correct(id, { removed_at: null }), 200, kept);
    await step(correct(id, { removed_at: at(-DAY) }), 200, moved);
    await step(undo(id), 200, kept);
    await step(assign(van, tracker), 200, moved);
    await step(undo((await newest(van)).id), 200, moved);
  });

  it("are both told of a force_reassign that another vehicle caused", async () => {
    const [van, truck, tracker] = [await vehicle(), await vehicle(), await unit()];
    await assign(van, tracker, { installed_at: at(-DAY) });
    const changed = await watch(van, tracker);
    expect((await assign(truck, tracker, { force_reassign: true })).status).toBe(200);
    expect(await changed()).toEqual([moved, moved]);
  });

  it("show the present name of each other, which changes their tag but not their version", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker);
    const changed = await watch(van, tracker);
    const quoted = [false, true, false];
    expect((await call("PATCH", `/units/${tracker}`, { name: "Renamed unit" })).status).toBe(200);
    expect(await changed()).toEqual([quoted, moved]);
    expect((await call("PATCH", `/vehicles/${van}`, { name: "Renamed vehicle" })).status).toBe(200);
    expect(await changed()).toEqual([moved, quoted]);
    expect((await requests.getVehicle(van)).unit?.name).toBe("Renamed unit");
    expect((await requests.getUnit(tracker)).vehicle?.name).toBe("Renamed vehicle");
    await unassign(van);
    await changed();
    await call("PATCH", `/units/${tracker}`, { name: "Renamed again" });
    expect(await changed()).toEqual([kept, moved]);
  });
});

describe("an Idempotency-Key", () => {
  const key = () => ({ "Idempotency-Key": `installation-${(serial += 1)}` });

  it("installs once, and a replay shows the vehicle as it is now", async () => {
    const [van, tracker, once] = [await vehicle(), await unit(), key()];
    const body = { installed_at: at(-DAY), odometer_m: 5 };
    const [first, again] = [await assign(van, tracker, body, once), await assign(van, tracker, body, once)];
    expect([first.status, again.status, again.body.data]).toEqual([200, 200, first.body.data]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const out = key();
    await unassign(van, {}, out);
    const replays = [await assign(van, tracker, body, once), await unassign(van, {}, out)];
    expect(replays.map(({ status, body: { data } }) => [status, data.unit_id])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect((await list(`vehicle_id=${van}`)).body.data).toHaveLength(1);
    const reused = [await assign(await vehicle(), tracker, body, once), await unassign(await vehicle(), {}, out)];
    for (const one of reused) expect(outcome(one)).toEqual([422, "idempotency_key_reused"]);
  });

  it("is free again after a conflict", async () => {
    const [van, truck, tracker, once] = [await vehicle(), await vehicle(), await unit(), key()];
    await assign(van, tracker);
    expect(outcome(await assign(truck, tracker, {}, once))).toEqual([409, "unit_already_assigned"]);
    await unassign(van);
    expect((await assign(truck, tracker, {}, once)).status).toBe(200);
  });
});
