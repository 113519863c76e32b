/** Drivers, tags and erasures that several requests change at once, behind two servers on one database. */
import { byTier } from "@fleet-api-tools/test-tier";
import { describe, expect, it } from "vitest";
import { startFeedWorld } from "../changes/support/world.ts";
import { driverRequests, tablesWith } from "../support/drivers.ts";
import type { Tx } from "../support/meet-with.ts";
import { meetWith } from "../support/meet-with.ts";
import { useService } from "../support/service.ts";

const ROUNDS = byTier(20, 300);

describe("two servers on one database", () => {
  it(`give one tag to one of two drivers who get it at once, ${ROUNDS} times`, async () => {
    const { service, login } = await startFeedWorld();
    const token = await login();
    const { call, create } = driverRequests({ service, token: () => token });
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [(await create()).id, (await create()).id];
      const tag = { type: "rfid", value: `ABCD${round.toString(16).toUpperCase().padStart(4, "0")}` };
      const answers = await Promise.all(ids.map((id) => call("POST", `/drivers/${id}/id_tags`, tag)));
      const won = answers.findIndex(({ status }) => status === 201);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      expect(answers[1 - won]?.body).toMatchObject({
        code: "tag_in_use",
        existing_id: answers[won]?.body.data.id,
        references: [{ resource: "drivers", ids: [ids[won]], count: 1 }],
      });
    }
  });

  it("give a driver at most 20 tags, however many come at once", async () => {
    const { service, login } = await startFeedWorld();
    const token = await login();
    const { call, create } = driverRequests({ service, token: () => token });
    const { id } = await create();
    const tags = Array.from({ length: 24 }, (_, index) => ({ type: "pin", value: `5000${index}` }));
    const answers: number[] = [];
    while (tags.length > 0) {
      const some = await Promise.all(tags.splice(0, 4).map((tag) => call("POST", `/drivers/${id}/id_tags`, tag)));
      answers.push(...some.map(({ status }) => status));
    }
    expect(answers.filter((status) => status === 201)).toHaveLength(20);
    expect(answers.filter((status) => status === 409)).toHaveLength(4);
  });

  it(`erase a driver whom others change at once, and leave nothing of the person, ${ROUNDS} times`, async () => {
    const { service, login, db } = await startFeedWorld();
    const token = await login();
    const { call, create, vehicle } = driverRequests({ service, token: () => token });
    const vehicle_id = await vehicle();
    for (let round = 0; round < ROUNDS; round += 1) {
      const mark = `qzx-${round}-`;
      const external_id = `${mark}id`;
      const { id } = await create({ external_id, notes: `${mark}old` });
      const item = { client_id: 1, external_id, notes: `${mark}import`, first_name: `${mark}new`, last_name: "Person" };
      const [erased, ...others] = await Promise.all([
        call("POST", `/drivers/${id}/erase`),
        call("PATCH", `/drivers/${id}`, { notes: `${mark}changed` }),
        call("POST", `/drivers/${id}/id_tags`, { type: "qr", value: `${mark}tag` }),
        call("DELETE", `/drivers/${id}`),
        call("POST", `/drivers/${id}/restore`),
        call("POST", "/drivers/import", {
          match_on: "external_id",
          action: "update",
          mode: "best_effort",
          items: [item],
        }),
        call("POST", "/drivers/assignments", { driver_id: id, vehicle_id }),
      ]);
      expect([round, others.map(({ status }) => status).filter((status) => status >= 500)]).toEqual([round, []]);
      if (erased?.status === 409) {
        // The assignment was first.
        const assignment = others.at(-1)?.body.data.id;
        await call("DELETE", `/drivers/assignments/${assignment}`);
        await call("POST", `/drivers/${id}/erase`);
      }
      const { body } = await call("GET", `/drivers/${id}?include_deleted=true`);
      expect(body.data).toMatchObject({ full_name: "Erased driver", id_tags: [], vehicle_id: null });
      expect([round, await tablesWith(db, [mark])]).toEqual([round, []]);
    }
  });
});

describe("an erasure that waits for another transaction", () => {
  const service = useService();

  const ways: readonly (readonly [string, (tx: Tx, id: number) => Promise<unknown>])[] = [
    ["changes the driver", (tx, id) => tx.query("update drivers set notes = 'qzx-late' where id = $1", [id])],
    [
      "gives the driver a tag",
      (tx, id) =>
        tx.query(
          `insert into driver_id_tags (driver_id, type, value, created_at, updated_at)
           values ($1, 'qr', 'qzx-late', now(), now())`,
          [id],
        ),
    ],
  ];
  it.each(ways)("leaves nothing of what that one wrote if it %s", async (_name, change) => {
    const token = await service.login();
    const { call, create } = driverRequests({ service, token: () => token });
    const { id } = await create({ last_name: "Qzx-early" });
    const { status } = await meetWith(
      service,
      (tx) => change(tx, id),
      () => call("POST", `/drivers/${id}/erase`),
    );
    expect(status).toBe(200);
    expect(await tablesWith(service.server.db, ["qzx-"])).toEqual([]);
  });

  it.each([
    ["a change", "PATCH", "", { notes: "qzx-late" }],
    ["a tag", "POST", "/id_tags", { type: "qr", value: "qzx-late" }],
  ])("is before %s that waits for it", async (_name, method, part, body) => {
    const token = await service.login();
    const { call, create } = driverRequests({ service, token: () => token });
    const { id } = await create();
    const { status } = await meetWith(
      service,
      async (tx) => {
        await tx.query("select set_config('fleet.partners', '{demo-partner}', true)");
        await tx.query("select erase_driver($1, now())", [id]);
      },
      () => call(method, `/drivers/${id}${part}`, body),
    );
    expect(status).toBe(404);
    expect(await tablesWith(service.server.db, ["qzx-"])).toEqual([]);
  });
});
