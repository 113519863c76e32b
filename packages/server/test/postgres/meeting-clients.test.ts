import type { Client } from "@fleet-api/contract/types/clients";
import type { UnitGroup } from "@fleet-api/contract/types/unit_groups";
import { beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../support/meet.ts";
import { meet } from "../support/meet.ts";
import { useService } from "../support/service.ts";

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
    const { status, body } = await meet(service, add(id), () => call("DELETE", `/clients/${id}`));
    expect([status, body.code, body.references?.[0]?.count]).toEqual([409, "in_use", 1]);
  });

  it("the deletion comes first: nothing is created or restored in the client", async () => {
    const [one, other] = [await create(), await create()];
    const deleted = change(one.id, "deleted_at = now()");
    expect((await meet(service, deleted, createGroup(one.id))).status).toBe(422);
    const { id } = (await createGroup(other.id)()).body.data;
    await call("DELETE", `/unit_groups/${id}`);
    const answer = await meet(service, change(other.id, "deleted_at = now()"), () =>
      call("POST", `/unit_groups/${id}/restore`),
    );
    expect([answer.status, answer.body.code]).toEqual([409, "invalid_state"]);
  });
});

describe("the suspension of a client that meets another change", () => {
  it("comes first: the change is refused", async () => {
    const { id } = await create();
    const { status, body } = await meet(service, change(id, "status = 'suspended'"), createGroup(id));
    expect([status, body.code]).toEqual([403, "client_suspended"]);
  });

  it("comes second: it waits for the change, and the client has both", async () => {
    const { id } = await create();
    const { status, body } = await meet(
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
