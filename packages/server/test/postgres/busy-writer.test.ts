import { expect, it } from "vitest";
import { useService } from "../support/service.ts";

const service = useService();

it("a user whose changes wait for a row keeps nobody else waiting, and is told to try again", async () => {
  const [busy, other] = [await service.login("demo-client-north"), await service.login("demo-client-south")];
  let held = (): void => {};
  const locked = new Promise<void>((resolve) => {
    held = resolve;
  });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holder = service.server.db.transaction(async (tx) => {
    await tx.query("select from unit_group_forests for update");
    held();
    await released;
  });
  await locked;
  const changes = Array.from({ length: 12 }, (_, index) =>
    service.call("PATCH", "/unit_groups/1", { token: busy, body: { notes: `${index}` } }),
  );
  // Ten connections: with all of them in wait this would be refused.
  const read = await service.call("GET", "/unit_groups/listing", { token: other });
  expect(read.status).toBe(200);
  const first = await Promise.race(changes);
  expect([first.status, first.body.code, first.body.detail]).toEqual([
    503,
    "unavailable",
    "Too many changes at once. Try again.",
  ]);
  release();
  await holder;
  expect((await Promise.all(changes)).at(-1)?.status).toBe(200);
});
