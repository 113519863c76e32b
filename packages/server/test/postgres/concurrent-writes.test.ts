import type { Client } from "@fleet-api/contract/types/clients";
import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { UnitGroup } from "@fleet-api/contract/types/unit_groups";
import type { Unit } from "@fleet-api/contract/types/units";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { argon2Passwords } from "../../src/platform/node.ts";
import type { Tx } from "../support/meet-with.ts";
import { meetWith } from "../support/meet-with.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";
import { demoIccid, demoImei } from "../../src/demo/demo-units.ts";
import type { UnitReport } from "../../src/telemetry/unit-reports.ts";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";

/** What begins when it is called, but outside of the transaction that calls it: inside, the owner uses that alone. */
function outside<Result>(action: () => Promise<Result>): () => Promise<Result> {
  let begin = (): void => {};
  const done = new Promise<void>((resolve) => (begin = resolve)).then(action);
  return () => {
    begin();
    return done;
  };
}

describe("unit groups", () => {
  const service = useService({ passwords: argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }) });
  let token = "";
  let serial = 0;
  let client = 0;
  let units: number[] = [];

  beforeAll(async () => {
    token = await service.login();
    const [north] = await service.server.db.query<{ id: number }>("select id from clients where code = 'DEMO-NORTH'");
    client = north?.id ?? 0;
    const listed = await call<{ id: number }[]>("GET", `/units/listing?client_id=${client}`);
    units = listed.body.data.map(({ id }) => id);
  });

  function call<Data = UnitGroup>(method: string, path: string, body?: unknown): Promise<Answer<Data>> {
    return service.call<Data>(method, path, { token, body });
  }

  async function create(parent_id: number | null = null): Promise<UnitGroup> {
    const { body } = await call("POST", "/unit_groups", { client_id: client, name: `G${(serial += 1)}`, parent_id });
    return body.data;
  }

  const get = async (id: number): Promise<UnitGroup> =>
    (await call("GET", `/unit_groups/${id}?include_deleted=true`)).body.data;

  const meet = <Data = UnitGroup>(change: (tx: Tx) => Promise<unknown>, request: () => Promise<Answer<Data>>) =>
    meetWith(service, change, request);

  /** Requests that are answered while the change is not committed yet. */
  const meetAll = (change: (tx: Tx) => Promise<unknown>, requests: readonly (() => Promise<Answer<UnitGroup>>)[]) =>
    service.server.db.transaction(async (tx) => {
      await change(tx);
      const answers: Answer<UnitGroup>[] = [];
      for (const request of requests) answers.push(await request());
      return answers;
    });

  const rename = (id: number, name: string) => (tx: Tx) =>
    tx.query("update unit_groups set name = $2 where id = $1", [id, name]);
  const move = (id: number, parent: number | null) => (tx: Tx) =>
    tx.query("update unit_groups set parent_id = $2 where id = $1", [id, parent]);
  const remove = (id: number) => (tx: Tx) => tx.query("update unit_groups set deleted_at = now() where id = $1", [id]);
  const addUnit = (id: number, unit: number) => (tx: Tx) =>
    tx.query(
      "insert into unit_group_members (unit_group_id, unit_id, client_id, added_at) values ($1, $2, $3, now())",
      [id, unit, client],
    );
  const post = (id: number, action: "add_units" | "remove_units", ...unit_ids: number[]) =>
    call<BulkResult>("POST", `/unit_groups/${id}/${action}`, { unit_ids });
  const outcomesOf = ({ body }: Answer<BulkResult>): string[] => body.data.results.map(({ outcome }) => outcome);
  const codeOf = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];
  const createBelow = (parent_id: number) => () =>
    call("POST", "/unit_groups", { client_id: client, name: `Child ${parent_id}`, parent_id });

  describe("a change of a forest that meets another one", () => {
    it("rename of the parent: nobody waits, and every path is that of the new name", async () => {
      const [top, other] = [await create(), await create()];
      const [target, gone] = [await create(top.id), await create(top.id)];
      await call("DELETE", `/unit_groups/${gone.id}`);
      const answers = await meetAll(rename(top.id, "Renamed"), [
        createBelow(top.id),
        () => call("PATCH", `/unit_groups/${other.id}`, { parent_id: target.id }),
        () => call("POST", `/unit_groups/${gone.id}/restore`),
      ]);
      // Each was there before the new name.
      for (const { status, body } of answers) {
        expect([status, body.data.path.split("/")[1]]).toEqual([status === 201 ? 201 : 200, top.name]);
        expect((await get(body.data.id)).path).toMatch(/^\/Renamed\//);
      }
    });

    it("moves below each other: one of them is refused", async () => {
      const [one, other] = [await create(), await create()];
      const answer = await meet(move(one.id, other.id), () =>
        call("PATCH", `/unit_groups/${other.id}`, { parent_id: one.id }),
      );
      expect(codeOf(answer)).toEqual([422, "group_cycle"]);
    });

    it("a move of the parent to a lower level: no group is on the sixth", async () => {
      let lowest = await create();
      for (let level = 2; level <= 4; level += 1) lowest = await create(lowest.id);
      const { id } = await create();
      expect(codeOf(await meet(move(id, lowest.id), createBelow(id)))).toEqual([422, "group_too_deep"]);
    });

    it("deletion of the parent: nothing is created in it, nothing moves into it, nothing is restored in it", async () => {
      const [one, two, three, moving] = [await create(), await create(), await create(), await create()];
      const child = await create(three.id);
      await call("DELETE", `/unit_groups/${child.id}`);
      expect(codeOf(await meet(remove(one.id), createBelow(one.id)))).toEqual([422, "validation_failed"]);
      const moved = await meet(remove(two.id), () => call("PATCH", `/unit_groups/${moving.id}`, { parent_id: two.id }));
      expect(codeOf(moved)).toEqual([422, "validation_failed"]);
      const restored = await meet(remove(three.id), () => call("POST", `/unit_groups/${child.id}/restore`));
      expect(codeOf(restored)).toEqual([409, "invalid_state"]);
    });

    it("a new child: the parent is not deleted", async () => {
      const { id } = await create();
      const answer = await meet(
        (tx) =>
          tx.query(
            `insert into unit_groups (client_id, name, parent_id, created_at, updated_at)
           values ($1, 'Child', $2, now(), now())`,
            [client, id],
          ),
        () => call("DELETE", `/unit_groups/${id}`),
      );
      expect(codeOf(answer)).toEqual([409, "in_use"]);
    });
  });

  describe("a change of the units of a group that meets another one", () => {
    it("the same addition: the second one finds it done", async () => {
      const { id } = await create();
      const answer = await meet(addUnit(id, units[0] ?? 0), () => post(id, "add_units", ...units.slice(0, 2)));
      expect([answer.status, outcomesOf(answer)]).toEqual([200, ["unchanged", "changed"]]);
    });

    it("an addition and a removal of the same units: one of them comes first as a whole", async () => {
      const { id } = await create();
      const [one = 0, two = 0] = units;
      await post(id, "add_units", one);
      const answer = await meet(addUnit(id, two), () => post(id, "remove_units", one, two));
      expect(outcomesOf(answer)).toEqual(["changed", "changed"]);
      expect((await get(id)).unit_count).toBe(0);
    });

    it("deletion of the group: no units are added", async () => {
      const { id } = await create();
      const answer = await meet(remove(id), () => post(id, "add_units", ...units.slice(0, 1)));
      expect(answer.status).toBe(404);
      expect((await get(id)).unit_count).toBe(0);
    });
  });

  describe("a request with an Idempotency-Key", () => {
    it("that meets itself gets the answer to itself", async () => {
      const { id } = await create();
      const body = { client_id: client, name: "Keyed" };
      const keyed = (key: string) =>
        service.call<UnitGroup>("POST", "/unit_groups", { token, body, headers: { "idempotency-key": key } });
      const first = await keyed("first");
      await call("PATCH", `/unit_groups/${first.body.data.id}`, { name: "Renamed", parent_id: id });
      // As if the request with the other key had done what the first one did.
      const second = await meet(
        async (tx) => {
          await tx.query("update unit_groups set name = 'Keyed', parent_id = null where id = $1", [first.body.data.id]);
          await tx.query(
            `insert into idempotency_keys (user_id, key, fingerprint, location, record_ids, created_at)
             select user_id, 'second', fingerprint, location, record_ids, created_at
             from idempotency_keys where key = 'first'`,
          );
        },
        () => keyed("second"),
      );
      expect([second.status, second.headers.get("location")]).toEqual([201, first.headers.get("location")]);
      expect(second.body.data).toMatchObject({ id: first.body.data.id, name: "Keyed", parent_id: null });
    });
  });

  describe("a client that is suspended", () => {
    const setStatus = (status: string) => (tx: Pick<Tx, "query">) =>
      tx.query("update clients set status = $2 where id = $1", [client, status]);
    afterEach(() => setStatus("active")(service.server.db));

    it("changes nothing any more", async () => {
      const { id } = await create();
      const requests = [
        () => call("PATCH", `/unit_groups/${id}`, { notes: "late" }),
        createBelow(id),
        () => post(id, "add_units", ...units.slice(0, 1)),
      ];
      for (const request of requests) {
        expect(codeOf(await meet<unknown>(setStatus("suspended"), request))).toEqual([403, "client_suspended"]);
        await setStatus("active")(service.server.db);
      }
      expect(await get(id)).toMatchObject({ version: 1, unit_count: 0 });
    });
  });
});

describe("clients", () => {
  const service = useService();
  let token = "";
  let serial = 0;

  beforeAll(async () => {
    token = await service.login();
  });

  const call = <Data = Client>(method: string, path: string, body?: unknown) =>
    service.call<Data>(method, path, { token, body });

  async function create(): Promise<Client> {
    const body = { agency_id: "demo-agency-1", name: `Client ${(serial += 1)}`, timezone: "UTC", currency: "EUR" };
    return (await call("POST", "/clients", body)).body.data;
  }

  const addGroup = (client: number) => (tx: Tx) =>
    tx.query("insert into unit_groups (client_id, name, created_at, updated_at) values ($1, 'Met', now(), now())", [
      client,
    ]);
  const addUnit = (client: number) => (tx: Tx) =>
    tx.query(
      `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
     values ($1, 'Met', $2, 'custom', now(), now())`,
      [client, `met-${client}`],
    );
  const change = (client: number, columns: string) => (tx: Tx) =>
    tx.query(`update clients set ${columns} where id = $1`, [client]);
  const createGroup = (client_id: number) => () =>
    call<UnitGroup>("POST", "/unit_groups", { client_id, name: `G${(serial += 1)}` });

  describe("the deletion of a client that meets another change", () => {
    it.each([
      ["a new unit group", addGroup],
      ["a new unit", addUnit],
    ])("%s: it is refused", async (_name, add) => {
      const { id } = await create();
      const { status, body } = await meetWith(service, add(id), () => call("DELETE", `/clients/${id}`));
      expect([status, body.code, body.references?.[0]?.count]).toEqual([409, "in_use", 1]);
    });

    it("the deletion comes first: nothing is created or restored in the client", async () => {
      const [one, other] = [await create(), await create()];
      const deleted = change(one.id, "deleted_at = now()");
      expect((await meetWith(service, deleted, createGroup(one.id))).status).toBe(422);
      const { id } = (await createGroup(other.id)()).body.data;
      await call("DELETE", `/unit_groups/${id}`);
      const answer = await meetWith(service, change(other.id, "deleted_at = now()"), () =>
        call("POST", `/unit_groups/${id}/restore`),
      );
      expect([answer.status, answer.body.code]).toEqual([409, "invalid_state"]);
    });
  });

  describe("the suspension of a client that meets another change", () => {
    it("comes first: the change is refused", async () => {
      const { id } = await create();
      const { status, body } = await meetWith(service, change(id, "status = 'suspended'"), createGroup(id));
      expect([status, body.code]).toEqual([403, "client_suspended"]);
    });

    it("comes second: it waits for the change, and the client has both", async () => {
      const { id } = await create();
      const { status, body } = await meetWith(
        service,
        async (tx) => {
          // As a request does it: only those lock the client.
          await tx.query("select require_active_client($1)", [id]);
          await addGroup(id)(tx);
        },
        () => call("PATCH", `/clients/${id}`, { status: "suspended" }),
      );
      expect([status, body.data.status]).toEqual([200, "suspended"]);
      const groups = await call<UnitGroup[]>("GET", `/unit_groups/listing?client_id=${id}`);
      expect(groups.body.data.map(({ name }) => name)).toEqual(["Met"]);
    });
  });
});

describe("units", () => {
  const service = useService();
  let token = "";
  let serial = 0;

  beforeAll(async () => {
    token = await service.login();
  });

  const call = (method: string, path: string, body?: unknown) => service.call<Unit>(method, path, { token, body });

  async function create(more: object = {}): Promise<Unit> {
    serial += 1;
    const body = {
      client_id: 1,
      name: `Unit ${serial}`,
      identifier: `met-${serial}`,
      identifier_type: "custom",
      ...more,
    };
    return (await call("POST", "/units", body)).body.data;
  }

  describe("changes of units that meet", () => {
    it("one SIM card for two units: one of them gets it", async () => {
      const [one, other] = [await create(), await create()];
      const iccid = demoIccid(7001);
      const assign = () => call("PUT", `/units/${other.id}/sim_card`, { iccid });
      const { status, body } = await meetWith(
        service,
        (tx) => tx.query("update units set sim_card = $2 where id = $1", [one.id, JSON.stringify({ iccid })]),
        assign,
      );
      expect([status, body.code, body.existing_id]).toEqual([409, "sim_in_use", one.id]);
    });

    it("an identifier becomes an IMEI while another request gives it another value: never both", async () => {
      const imei = demoImei(7002);
      const { id } = await create({ identifier: imei, imei });
      const { status, body } = await meetWith(
        service,
        (tx) => tx.query("update units set identifier_type = 'imei' where id = $1", [id]),
        () => call("PATCH", `/units/${id}`, { identifier: "anything" }),
      );
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/identifier"]]);
    });

    it("a unit gets an IMEI while its identifier becomes one: the IMEI is not lost", async () => {
      const { id } = await create({ identifier: demoImei(7003) });
      const { status, body } = await meetWith(
        service,
        (tx) => tx.query("update units set imei = $2 where id = $1", [id, demoImei(7004)]),
        () => call("PATCH", `/units/${id}`, { identifier_type: "imei" }),
      );
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/identifier_type"]]);
    });

    it("an identifier is no longer an IMEI when another request replaces it: the IMEI stays", async () => {
      const [imei, identifier] = [demoImei(7005), demoImei(7006)];
      const { id } = await create({ identifier: imei, identifier_type: "imei" });
      const { body } = await meetWith(
        service,
        (tx) => tx.query("update units set identifier_type = 'custom' where id = $1", [id]),
        () => call("PATCH", `/units/${id}`, { identifier }),
      );
      expect(body.data).toMatchObject({ identifier, identifier_type: "custom", imei });
    });

    const isOther = { client_id: 1, name: "Met", identifier_type: "custom" };
    const sendImport = (items: readonly object[], mode = "all_or_nothing", match_on = "external_id") =>
      service.call<BulkResult>("POST", "/units/import", { token, body: { match_on, mode, items } });
    const newItem = (key: string) => ({ ...isOther, external_id: key, identifier: key });
    const addUnit = (key: string) => (tx: Tx) =>
      tx.query(
        `insert into units (client_id, name, external_id, identifier, identifier_type, created_at, updated_at)
         values (1, 'First', $1, $1, 'custom', now(), now())`,
        [key],
      );

    it.each(["all_or_nothing", "best_effort"])(
      "an import finds units that another request creates (%s)",
      async (mode) => {
        const meet = (key: string, ...others: object[]) =>
          meetWith(service, addUnit(`${mode} ${key}`), () => sendImport([newItem(`${mode} ${key}`), ...others], mode));
        const outcomesOf = ({ status, body }: Answer<BulkResult>) => [
          status,
          body.data.results.map(({ outcome }) => outcome),
        ];
        expect(outcomesOf(await meet("alone"))).toEqual([200, ["updated"]]);
        expect(outcomesOf(await meet("first of two", newItem(`${mode} other`)))).toEqual([200, ["updated", "created"]]);
        // It changes an identifier, so the items have an order.
        const { external_id } = await create({ external_id: `${mode} changed` });
        const ordered = { client_id: 1, external_id, identifier: `${mode} new` };
        expect(outcomesOf(await meet("ordered", ordered))).toEqual([200, ["updated", "updated"]]);
      },
    );

    it("an import narrowed to one item by a mistake finds a unit that another request creates", async () => {
      const setStatus = (status: string) =>
        service.server.db.query("update clients set status = $1 where id = 2", [status]);
      const wrong = (key: string) => ({ ...newItem(key), client_id: 2 });
      await setStatus("suspended");
      const { body } = await meetWith(service, addUnit("narrowed"), () =>
        sendImport([wrong("narrowed a"), newItem("narrowed")], "best_effort"),
      );
      await setStatus("active");
      expect(body.data.results.map(({ outcome }) => outcome)).toEqual(["failed", "updated"]);
    });

    it.each(["external_id", "identifier"])(
      "an import that waits for a unit holds none that another import reaches after that (%s)",
      async (match) => {
        const keys = [1, 2, 3].map((key) => `${match} wait ${key}`);
        const send = (items: readonly object[]) => sendImport(items.toReversed(), "all_or_nothing", match);
        const outcomesOf = ({ body }: Answer<BulkResult>) => body.data.results.map(({ outcome }) => outcome);
        const meetInOrder = (
          write: (key: string, tx: Tx) => Promise<unknown>,
          request: () => Promise<Answer<BulkResult>>,
        ) =>
          meetWith(
            service,
            async (tx) => {
              const [first = "", ...later] = keys;
              await write(first, tx);
              // A request that holds what comes later would end this.
              await tx.query("set local lock_timeout = '1ms'");
              return async () => {
                for (const key of later) await write(key, tx);
              };
            },
            request,
          );
        const created = await meetInOrder(
          (key, tx) => addUnit(key)(tx),
          () => send(keys.map(newItem)),
        );
        expect(outcomesOf(created)).toEqual(["updated", "updated", "updated"]);
        const rename = (key: string, tx: Tx) =>
          tx.query("update units set name = 'Second' where identifier = $1", [key]);
        const changed = await meetInOrder(rename, () => send(keys.map((key) => ({ ...newItem(key), name: "Third" }))));
        expect(outcomesOf(changed)).toEqual(["updated", "updated", "updated"]);
      },
    );

    /** A unit that is old enough for readings, and a reading of it that another transaction records. */
    async function withReading(odometer_m: number, offsetMs: number) {
      const { id } = await create();
      await service.server.db.query(
        `update unit_ownerships set "from" = "from" - interval '1 day' where unit_id = $1`,
        [id],
      );
      const at = (offset: number): string => new Date(service.clock.now().getTime() + offset).toISOString();
      const insert = (tx: Tx) =>
        tx.query(
          `insert into unit_readings (unit_id, client_id, read_at, odometer_m, source, created_at)
           select id, client_id, $2, $3, 'manual', $2 from units where id = $1`,
          [id, at(offsetMs), odometer_m],
        );
      return { id, at, insert };
    }

    it.each([
      ["after", -1000, 400],
      ["before", -3000, 600],
    ])(
      "refuses a reading from %s another one that does not fit, which is recorded meanwhile",
      async (_, read, value) => {
        const { id, at, insert } = await withReading(500, -2000);
        const reading = { odometer_m: value, read_at: at(read) };
        const { status, body } = await meetWith(service, insert, () => call("POST", `/units/${id}/readings`, reading));
        expect([status, body.code]).toEqual([422, "odometer_rollback"]);
      },
    );

    it("records two readings that fit at the same time, and the later one is the counter", async () => {
      const { id, at, insert } = await withReading(500, -1000);
      const reading = { odometer_m: 400, read_at: at(-2000) };
      const { status } = await meetWith(service, insert, () => call("POST", `/units/${id}/readings`, reading));
      expect(status).toBe(201);
      const shown = await call("GET", `/units/${id}?include=state`);
      expect(shown.body.data.state).toMatchObject({ odometer_m: 500, odometer_read_at: at(-1000) });
    });

    it("records a reading while the unit reports, and what the device adds from then on", async () => {
      const { id, at } = await withReading(0, 0);
      const report = (db: Tx, value: number, offset: number) => {
        const instant = new Date(at(offset));
        const odometer = { value, source: "can" };
        return reportUnitStates(db, [{ unit_id: id, received_at: instant, recorded_at: instant, odometer }]);
      };
      await report(service.server.db, 10, -5000);
      const { status } = await meetWith(
        service,
        (tx) => report(tx, 20, -2000),
        () => call("POST", `/units/${id}/readings`, { odometer_m: 700, read_at: at(-1000) }),
      );
      expect(status).toBe(201);
      await report(service.server.db, 21, 0);
      const shown = await call("GET", `/units/${id}?include=state`);
      expect(shown.body.data.state).toMatchObject({ odometer_m: 701 });
    });

    const reportOf = (unit_id: number, instant: string, value: number): UnitReport => {
      const at = new Date(instant);
      return { unit_id, received_at: at, recorded_at: at, odometer: { value, source: "can" } };
    };
    const report = (...of: Parameters<typeof reportOf>) => reportUnitStates(service.server.db, [reportOf(...of)]);

    it("stores a report that waits for a reading", async () => {
      const { id, at, insert } = await withReading(500, -1000);
      await meetWith(
        service,
        insert,
        outside(() => report(id, at(0), 3)),
      );
      const shown = await call("GET", `/units/${id}?include=state`);
      expect(shown.body.data.state).toMatchObject({ connection_status: "online", odometer_m: 500 });
    });

    /** Gives a new unit to client 2, in a second: no change of a unit is older than the one before. */
    const transfer = (id: number) => (tx: Pick<Tx, "query">) =>
      tx.query("update units set client_id = 2, updated_at = $2 where id = $1", [
        id,
        new Date(service.clock.now().getTime() + 1000),
      ]);
    const statesOf = (id: number) =>
      service.server.db.query(
        "select client_id, odometer_device_m, odometer_reading_m from unit_states where unit_id = $1",
        [id],
      );

    it.each([["has no state"], ["has a state"]])(
      "stores a report that waits for a transfer for the new client, if the unit %s",
      async (condition) => {
        const { id, at } = await withReading(0, 0);
        if (condition === "has a state") await report(id, at(-5000), 1);
        const later = outside(() => report(id, at(2000), 7));
        await meetWith(service, transfer(id), later);
        expect(await statesOf(id)).toEqual([{ client_id: 2, odometer_device_m: 7, odometer_reading_m: null }]);
        expect((await call("POST", `/units/${id}/readings`, { odometer_m: 9, read_at: at(3000) })).status).toBe(201);
        await report(id, at(4000), 8);
        expect((await call("GET", `/units/${id}?include=state`)).body.data.state).toMatchObject({ odometer_m: 10 });
      },
    );

    it("moves a unit that waits for a report without its state", async () => {
      const { id, at } = await withReading(0, 0);
      const moved = outside(() => transfer(id)(service.server.db));
      await meetWith(service, (tx) => reportUnitStates(tx, [reportOf(id, at(-2000), 7)]), moved);
      expect(await statesOf(id)).toEqual([]);
    });

    it("moves a unit without its state if the transfer has an older snapshot: it runs again", async () => {
      const { id, at } = await withReading(0, 0);
      const moveAfter = (meanwhile: () => Promise<unknown>) =>
        service.server.db.transaction(async (tx) => {
          await tx.query("set transaction isolation level repeatable read");
          await tx.query("select from units limit 1");
          await meanwhile();
          await transfer(id)(tx);
        });
      const reported = outside(() => report(id, at(-2000), 7));
      await expect(moveAfter(reported)).rejects.toMatchObject({ code: "40001" });
      expect(await statesOf(id)).toEqual([{ client_id: 1, odometer_device_m: 7, odometer_reading_m: null }]);
      await moveAfter(async () => {});
      expect(await statesOf(id)).toEqual([]);
    });

    it("moves a unit that waits for a reading without its state, and the reading stays with the former client", async () => {
      const { id, insert } = await withReading(500, -2000);
      const moved = outside(() => transfer(id)(service.server.db));
      await meetWith(service, insert, moved);
      expect(await statesOf(id)).toEqual([]);
      const readings = await service.server.db.query("select client_id from unit_readings where unit_id = $1", [id]);
      expect(readings).toEqual([{ client_id: 1 }]);
    });

    it("refuses a reading of the former client that waits for a transfer, and leaves the state empty", async () => {
      const { id, at } = await withReading(0, 0);
      const reading = { odometer_m: 5, read_at: at(-3000) };
      const { status, body } = await meetWith(service, transfer(id), () =>
        call("POST", `/units/${id}/readings`, reading),
      );
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/read_at"]]);
      expect(await statesOf(id)).toEqual([]);
    });

    it("records a reading that waits for a transfer for the new client", async () => {
      const { id, at } = await withReading(0, 0);
      const reading = { odometer_m: 5, read_at: at(2000) };
      const { status } = await meetWith(service, transfer(id), () => call("POST", `/units/${id}/readings`, reading));
      expect(status).toBe(201);
      expect(await statesOf(id)).toEqual([{ client_id: 2, odometer_device_m: null, odometer_reading_m: 5 }]);
    });
  });
});
