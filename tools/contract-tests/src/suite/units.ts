import type { Unit } from "@fleet-api/contract/types/units";
import { demoUser } from "../service/demo-service.ts";
import type { RawAnswer } from "../traffic/send.ts";
import type { Call, Stage } from "./stage.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A client of the demo, one with as many units as it may have, and an id that nothing has. */
const [client_id, full, nobody] = [1, 4, 999_999];

/** Sends requests below `/units` as one user. */
type Units = (method: string, path: string, status: number, more?: Partial<Call>) => Promise<RawAnswer>;

/** Success and the operation's own errors of the Units resource group. */
export async function exerciseUnits(stage: Stage): Promise<void> {
  const units = await asUser(stage);
  await exerciseLists(stage, units);
  await exerciseRecord(units);
  await exerciseSimCards(units);
  await exerciseCounters(stage, units);
  await exerciseKeys(units);
  await exerciseLimit(stage, units);
  await exerciseSuspension(stage, units);
  await exerciseExpiry(stage, units);
}

async function asUser({ call, logIn }: Stage, user = demoUser("partner-admin")): Promise<Units> {
  const token = await logIn(user);
  return (method, path, status, more) => call({ method, path: `/units${path}`, token, status, ...more });
}

function fresh(name: string): object {
  return { client_id, name, identifier: name, identifier_type: "custom" };
}

async function create(units: Units, name: string): Promise<number> {
  return idOf(await units("POST", "", 201, { body: fresh(name) }));
}

function idOf({ body }: RawAnswer): number {
  const { data }: { data: Unit } = JSON.parse(body);
  return data.id;
}

async function exerciseLists(stage: Stage, units: Units): Promise<void> {
  const list = (query: string) => units("GET", `/listing${query}`, 200);
  const paging = "page=2&per_page=1&limit=3";
  await list("");
  await list("?page=2&per_page=50&limit=70");
  await list("?page=9&per_page=50");
  await list("?partner_id=demo-partner&agency_id=demo-agency-1&client_id=1");
  for (const state of ["active,in_stock", "suspended", "faulty,decommissioned"]) {
    await list(`?lifecycle_status=${state}`);
  }
  for (const status of ["never_connected,offline", "online,idle"]) await list(`?connection_status=${status}`);
  await list("?unit_group_id=1&include_deleted=true&updated_after=2024-01-01T00:00:00.000Z");
  for (const key of ["id", "name", "created_at", "updated_at", "last_seen_at"]) await list(`?sort=-${key}`);
  await list("?sort=name,last_seen_at,id");
  await list("?sort=created_at,updated_at");
  await units("GET", `/listing/client/${client_id}?${paging}`, 200);
  await units("GET", `/listing/client/${nobody}`, 404);
  await units("GET", `/find?q=demo&${paging}`, 200);
  await units("GET", `/1/ownership/listing?${paging}`, 200);
  await units("GET", "/1/ownership/listing", 200);
  await units("GET", `/${nobody}/ownership/listing`, 404);
  const reader = await asUser(stage, demoUser("read-only"));
  await reader("GET", "/1?include_deleted=true", 403);
  await reader("PATCH", "/1", 403, { body: { name: "Mine" } });
}

async function exerciseRecord(units: Units): Promise<void> {
  const identity = { identifier: "490154203237518", identifier_type: "imei", imei: "490154203237518" };
  const device = { serial_number: "S-1", manufacturer: "Maker", model: "M", protocol: "p", firmware_version: "1" };
  const work = {
    lifecycle_status: "active",
    reporting_interval_moving_s: 30,
    reporting_interval_parked_s: 600,
    installed_at: "2026-01-01T08:00:00Z",
    installed_by: "Workshop",
    warranty_expires_on: "2027-01-01",
    subscription_expires_on: null,
  };
  const change = { external_id: "erp-7", ...identity, ...device, ...work, attributes: { depot: "north" }, notes: null };
  const body = { client_id, name: "Contract", ...change };
  const made = await units("POST", "", 201, { body });
  const [id, etag] = [idOf(made), made.etag ?? ""];
  await units("POST", "", 409, { body });
  await units("POST", "", 409, { body: { ...fresh("Full"), client_id: full } });
  await units("POST", "", 422, { body: { ...fresh("Wrong"), imei: "490154203237519" } });
  await units("GET", `/${id}`, 200);
  await units("GET", `/${id}`, 304, { headers: [["If-None-Match", etag]] });
  await units("PATCH", `/${id}`, 200, { body: { ...change, notes: "n" }, headers: [["If-Match", etag]] });
  await units("PATCH", `/${id}`, 412, { body: { notes: "late" }, headers: [["If-Match", etag]] });
  await units("PATCH", `/${id}`, 200, { body: { name: "Renamed" } });
  for (const kind of ["meid", "serial", "mac", "custom"]) {
    await units("PATCH", `/${id}`, 200, { body: { identifier_type: kind } });
  }
  for (const state of ["in_stock", "suspended", "faulty", "decommissioned"]) {
    await units("PATCH", `/${id}`, 200, { body: { lifecycle_status: state } });
  }
  const other = await create(units, "Other");
  await units("PATCH", `/${other}`, 409, { body: { external_id: "erp-7" } });
  await units("DELETE", `/${other}`, 412, { headers: [["If-Match", '"v9"']] });
  await units("DELETE", `/${other}`, 200, { headers: [["If-Match", '"v1"']] });
  await units("GET", `/${other}?include_deleted=true`, 200);
  const taken = await create(units, "Other");
  await units("POST", `/${other}/restore`, 409);
  await units("DELETE", `/${taken}`, 200);
  await units("POST", `/${other}/restore`, 200);
  for (const method of ["GET", "DELETE"]) await units(method, `/${nobody}`, 404);
  await units("PATCH", `/${nobody}`, 404, { body: { notes: "x" } });
  await units("POST", `/${nobody}/restore`, 404);
}

async function exerciseSimCards(units: Units): Promise<void> {
  const [id, other] = [await create(units, "With a card"), await create(units, "Without a card")];
  const iccid = "8999900000000900014";
  const details = { msisdn: "+12025550100", imsi: "001010000000001", carrier: "Demo", apn: null };
  const put = (to: number, status: number, more: object = {}, headers: Call["headers"] = []) =>
    units("PUT", `/${to}/sim_card`, status, { body: { iccid, ...more }, headers });
  for (const state of ["active", "suspended", "unknown"]) {
    await put(id, 200, { ...details, status: state, activated_on: "2026-01-01" });
  }
  await put(other, 409);
  await put(other, 412, {}, [["If-Match", '"v9"']]);
  await put(other, 200, { iccid: "8999900000000900015" }, [["If-Match", '"v1"']]);
  await put(nobody, 404);
  await units("DELETE", `/${other}/sim_card`, 412, { headers: [["If-Match", '"v9"']] });
  await units("DELETE", `/${other}/sim_card`, 200, { headers: [["If-Match", '"v2"']] });
  await units("DELETE", `/${other}/sim_card`, 200);
  await units("DELETE", `/${nobody}/sim_card`, 404);
  // Another unit gets the card of a deleted one.
  await units("DELETE", `/${id}`, 200);
  await put(other, 200);
  await units("POST", `/${id}/restore`, 409);
}

async function exerciseCounters({ service }: Stage, units: Units): Promise<void> {
  const id = await create(units, "Counters");
  const at = (offsetMs: number): string => new Date(service.clock.now().getTime() + offsetMs).toISOString();
  const put = (to: number, status: number, reading: object, headers: Call["headers"] = []) =>
    units("PUT", `/${to}/counters`, status, { body: reading, headers });
  await put(id, 200, { odometer_m: 1, engine_hours_s: 2, read_at: at(0) }, [["If-Match", '"v1"']]);
  await put(id, 412, { odometer_m: 1, read_at: at(0) }, [["If-Match", '"v1"']]);
  await put(id, 409, { odometer_m: 1, read_at: at(-1) });
  await put(id, 422, { odometer_m: 1, read_at: at(DAY_MS) });
  await put(nobody, 404, { odometer_m: 1, read_at: at(0) });
}

/** A client with room for one unit takes no second one back, and none once it is deleted. */
async function exerciseLimit({ call, logIn }: Stage, units: Units): Promise<void> {
  const token = await logIn();
  const clients = (method: string, path: string, status: number, body?: object) =>
    call({ method, path: `/clients${path}`, token, status, ...(body && { body }) });
  const limits = { max_units: 1, max_vehicles: null, max_users: null, history_retention_days: 1 };
  const client = { agency_id: "demo-agency-1", name: "Small", timezone: "UTC", currency: "EUR", limits };
  const id = idOf(await clients("POST", "", 201, client));
  const add = async (name: string) => idOf(await units("POST", "", 201, { body: { ...fresh(name), client_id: id } }));
  const first = await add("First");
  await units("DELETE", `/${first}`, 200);
  const second = await add("Second");
  await units("POST", `/${first}/restore`, 409);
  await units("DELETE", `/${second}`, 200);
  await clients("DELETE", `/${id}`, 200);
  await units("POST", `/${first}/restore`, 409);
}

/** Each operation that takes a key: carried out once, answered twice, and refused for another request. */
async function exerciseKeys(units: Units): Promise<void> {
  const id = await create(units, "Keys");
  await units("DELETE", `/${id}`, 200);
  const send = (path: string, key: string, status: number, body?: object) =>
    units("POST", path, status, { headers: [["Idempotency-Key", key]], ...(body && { body }) });
  for (let time = 1; time <= 2; time += 1) {
    await send("", "units-1", 201, fresh("Once"));
    await send(`/${id}/restore`, "units-2", 200);
  }
  await send("", "units-1", 422, fresh("Another"));
  await send(`/${id}/restore`, "units-1", 422);
}

/** A suspended client can be looked at, and nothing of it changed; a client with as many units as it may takes none back. */
async function exerciseSuspension({ service }: Stage, units: Units): Promise<void> {
  const [id, deleted] = [await create(units, "Kept"), await create(units, "Deleted")];
  await units("DELETE", `/${deleted}`, 200);
  await service.setClientStatus(client_id, "suspended");
  await units("GET", `/${id}`, 200);
  await units("POST", "", 403, { body: fresh("New") });
  await units("PATCH", `/${id}`, 403, { body: { notes: "x" } });
  await units("DELETE", `/${id}`, 403);
  await units("POST", `/${deleted}/restore`, 403);
  await units("PUT", `/${id}/sim_card`, 403, { body: { iccid: "8999900000000900022" } });
  await units("PUT", `/${id}/counters`, 403, { body: { odometer_m: 1, read_at: "2026-01-01T00:00:00Z" } });
  await units("DELETE", `/${id}/sim_card`, 403);
  await service.setClientStatus(client_id, "active");
}

/** Moves the clock, so that all tokens are too old afterwards. */
async function exerciseExpiry(stage: Stage, units: Units): Promise<void> {
  const id = await create(units, "Forgotten");
  await units("DELETE", `/${id}`, 200);
  stage.service.clock.advance(31 * DAY_MS);
  const later = await asUser(stage);
  await later("POST", `/${id}/restore`, 410);
}
