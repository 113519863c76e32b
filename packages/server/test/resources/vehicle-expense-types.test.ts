import type { VehicleExpenseType } from "@fleet-api/contract/types/vehicle_expense_types";
import { beforeEach, describe, expect, it } from "vitest";
import { useService } from "../support/service.ts";
import { refusal } from "../support/vehicle-requests.ts";

const service = useService();
/** Clients of the first agency, and one of the second. */
const [north, south, east] = [1, 2, 3];
const partner_id = "demo-partner";
const [fuel, roadside, weighbridge] = [1, 16, 17];
let [token, agent, user]: [string, string, string] = ["", "", ""];
let serial = 0;

beforeEach(async () => {
  token = await service.login();
  agent = await service.login("demo-agency-admin-1");
  user = await service.login("demo-client-north");
});

function call<Data = VehicleExpenseType>(method: string, path: string, body?: object, as = token) {
  return service.call<Data>(method, `/vehicle_expense_types${path}`, { token: as, body });
}

function fresh(more: object): object {
  serial += 1;
  return { name: `Type ${serial}`, code: `type_${serial}`, category: "other", ...more };
}

async function create(more: object): Promise<VehicleExpenseType> {
  const { status, body } = await call("POST", "", fresh(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}

async function idsOf(query: string, as = token): Promise<number[]> {
  const { body } = await call<VehicleExpenseType[]>("GET", `/listing?per_page=200&${query}`, undefined, as);
  return body.data.map(({ id }) => id);
}

describe("types in one listing", () => {
  it("are those of the service, of the partner and of the clients in the scope", async () => {
    const [ofEast, ofPartner] = [await create({ client_id: east }), await create({ partner_id })];
    const all = await idsOf("");
    expect(all).toEqual(expect.arrayContaining([fuel, roadside, weighbridge, ofEast.id, ofPartner.id]));
    const ofAgency = await idsOf("", agent);
    expect(ofAgency).toEqual(expect.arrayContaining([fuel, roadside, weighbridge, ofPartner.id]));
    expect(ofAgency).not.toContain(ofEast.id);
    expect(await idsOf("", user)).toEqual(expect.arrayContaining([fuel, roadside, weighbridge, ofPartner.id]));
    expect((await call("GET", `/${ofEast.id}`, undefined, user)).status).toBe(404);
    expect((await call("GET", `/${ofPartner.id}`, undefined, user)).status).toBe(200);
  });

  it("with a client, an agency or a partner are those that it can use", async () => {
    expect(await idsOf(`client_id=${south}`)).not.toContain(weighbridge);
    expect(await idsOf(`client_id=${south}`)).toEqual(expect.arrayContaining([fuel, roadside]));
    expect(await idsOf("agency_id=demo-agency-1")).toEqual(expect.arrayContaining([fuel, roadside, weighbridge]));
    expect(await idsOf("agency_id=demo-agency-2")).not.toContain(weighbridge);
    expect(await idsOf(`partner_id=${partner_id}`)).toContain(weighbridge);
    const others = await idsOf("partner_id=nobody");
    expect(others).toContain(fuel);
    expect(others).not.toContain(roadside);
  });

  it("come in the feed of everybody who can use them", async () => {
    const start = async (as: string): Promise<string> => {
      const { body } = await call<{ next_cursor: string }>("GET", "/changes?from=now", undefined, as);
      return body.data.next_cursor;
    };
    const cursors = { [token]: await start(token), [agent]: await start(agent), [user]: await start(user) };
    const ofNorth = await call<{ next_cursor: string }>("GET", `/changes?from=now&client_id=${north}`);
    const [ofEast, ofPartner] = [await create({ client_id: east }), await create({ partner_id })];
    const changed = async (as: string): Promise<number[]> => {
      const path = `/changes?cursor=${cursors[as]}`;
      const { body } = await call<{ changes: { id: number }[] }>("GET", path, undefined, as);
      return body.data.changes.map(({ id }) => id);
    };
    expect(await changed(token)).toEqual([ofEast.id, ofPartner.id]);
    expect(await changed(agent)).toEqual([ofPartner.id]);
    expect(await changed(user)).toEqual([ofPartner.id]);
    const path = `/changes?client_id=${north}&cursor=${ofNorth.body.data.next_cursor}`;
    const { body } = await call<{ changes: { id: number }[] }>("GET", path);
    expect(body.data.changes.map(({ id }) => id)).toEqual([ofPartner.id]);
  });
});

describe("who may change a type", () => {
  it("nobody changes those of the service", async () => {
    expect(refusal(await call("PATCH", `/${fuel}`, { name: "Petrol" }))).toEqual([403, "system_record"]);
    expect(refusal(await call("DELETE", `/${fuel}`))).toEqual([403, "system_record"]);
  });

  it("those of the partner change only for users of the whole partner", async () => {
    const { id } = await create({ partner_id });
    expect(refusal(await call("PATCH", `/${id}`, { name: "Other" }, agent))).toEqual([403, "system_record"]);
    expect(refusal(await call("DELETE", `/${id}`, undefined, agent))).toEqual([403, "system_record"]);
    expect((await call("PATCH", `/${id}`, { sort_order: 7 })).body.data.sort_order).toBe(7);
    expect((await call("DELETE", `/${id}`)).status).toBe(200);
    expect((await call("GET", `/${id}`)).status).toBe(404);
  });

  it("a new one belongs to a client in the scope, or to a partner that is the scope", async () => {
    const wrong = (pointer: string, code = "invalid") => [422, [[pointer, code]]];
    expect(refusal(await call("POST", "", fresh({})))).toEqual(wrong("/client_id", "required"));
    const other = { client_id: north, partner_id: "nobody" };
    expect(refusal(await call("POST", "", fresh(other)))).toEqual(wrong("/partner_id"));
    expect(await create({ client_id: north, partner_id })).toMatchObject({ client_id: north, partner_id });
    expect(refusal(await call("POST", "", fresh({ partner_id }), agent))).toEqual(wrong("/partner_id"));
    expect(refusal(await call("POST", "", fresh({ partner_id: "nobody" })))).toEqual(wrong("/partner_id"));
    expect(refusal(await call("POST", "", fresh({ client_id: east }), agent))).toEqual(wrong("/client_id"));
    expect(await create({ client_id: north })).toMatchObject({ is_system: false, agency_id: "demo-agency-1" });
    expect(await create({ partner_id })).toMatchObject({ client: null, agency_id: null, partner_id });
  });
});

describe("names and codes", () => {
  it("are unique among the types of one client, or of one partner", async () => {
    const first = await create({ client_id: north, name: "Ferry tickets", code: "ferries", external_id: "f" });
    for (const same of [{ name: "FERRY TICKETS" }, { code: "ferries" }, { external_id: "f" }]) {
      const { status, body } = await call("POST", "", fresh({ client_id: north, ...same }));
      expect([status, body.code, body.existing_id]).toEqual([409, "duplicate", first.id]);
      await create({ client_id: south, ...same });
      await create({ partner_id, ...same });
    }
    expect((await call("POST", "", fresh({ partner_id, code: "ferries" }))).status).toBe(409);
  });
});

it("a type that an expense has is only deactivated", async () => {
  const { id, version } = await create({ client_id: north });
  const expense = {
    vehicle_id: 1,
    vehicle_expense_type_id: id,
    occurred_at: service.clock.now().toISOString(),
    amount: "1",
    currency: "KES",
  };
  const { status, body } = await service.call<{ id: number }>("POST", "/vehicle_expenses", { token, body: expense });
  expect(status).toBe(201);
  expect(refusal(await call("DELETE", `/${id}`))).toEqual([409, "in_use"]);
  // The expense counts, and is no change of the type.
  expect((await call("GET", `/${id}`)).body.data).toMatchObject({ expense_count: 1, version });
  await service.call("PATCH", `/vehicle_expenses/${body.data.id}`, {
    token,
    body: { vehicle_expense_type_id: weighbridge },
  });
  expect((await call("GET", `/${id}`)).body.data).toMatchObject({ expense_count: 0 });
  expect(refusal(await call("DELETE", `/${id}`))).toEqual([409, "in_use"]);
  await call("PATCH", `/${id}`, { is_active: false });
  const again = await service.call("POST", "/vehicle_expenses", { token, body: expense });
  expect(again.body.errors).toMatchObject([{ pointer: "/vehicle_expense_type_id" }]);
});
