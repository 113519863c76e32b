import type { Client } from "@fleet-api/contract/types/clients";
import { demoUser } from "../service/demo-service.ts";
import type { RawAnswer } from "../traffic/send.ts";
import type { Call, Stage } from "./stage.ts";

const DAY_MS = 24 * 60 * 60_000;
/** An id that nothing has. */
const nobody = 999_999;

/** Sends requests below `/clients` as one user. */
type Clients = (method: string, path: string, status: number, more?: Partial<Call>) => Promise<RawAnswer>;

/** Success and the operation's own errors of the Clients resource group. */
export async function exerciseClients(stage: Stage): Promise<void> {
  const clients = await asUser(stage);
  await exerciseRecord(clients);
  await exerciseLists(stage, clients);
  await exerciseKeys(clients);
  await exerciseExpiry(stage, clients);
}

async function asUser({ call, logIn }: Stage, user = demoUser("partner-admin")): Promise<Clients> {
  const token = await logIn(user);
  return (method, path, status, more) => call({ method, path: `/clients${path}`, token, status, ...more });
}

function fresh(name: string): object {
  return { agency_id: "demo-agency-1", name, timezone: "Africa/Nairobi", currency: "KES" };
}

async function create(clients: Clients, name: string): Promise<number> {
  return idOf(await clients("POST", "", 201, { body: fresh(name) }));
}

function idOf({ body }: RawAnswer): number {
  const { data }: { data: Client } = JSON.parse(body);
  return data.id;
}

async function exerciseRecord(clients: Clients): Promise<void> {
  const address = { line1: "1 Street", line2: null, city: "Nairobi", region: null, postal_code: "00100" };
  const details = {
    external_id: "erp-7",
    legal_name: "Contract Ltd",
    tax_number: "T-1",
    registration_number: "R-1",
    code: "CONTRACT",
    contact_name: "Somebody",
    email: "somebody@example.com",
    phone: "+12025550100",
    address: { ...address, country_code: "KE" },
    language: "en",
    limits: { max_units: 10, max_vehicles: 10, max_users: 10, history_retention_days: 365 },
    logo_url: "https://example.com/logo.svg",
    attributes: { tier: 1 },
    notes: null,
  };
  const body = { ...fresh("Contract"), partner_id: "demo-partner", ...details };
  const made = await clients("POST", "", 201, { body });
  const [id, etag] = [idOf(made), made.etag ?? ""];
  await clients("POST", "", 409, { body });
  await clients("POST", "", 422, { body: { ...body, agency_id: "nowhere" } });
  await clients("GET", `/${id}`, 200);
  await clients("GET", `/${id}`, 304, { headers: [["If-None-Match", etag]] });
  const change = { ...details, timezone: "Europe/Berlin", currency: "EUR", address: null };
  await clients("PATCH", `/${id}`, 200, { body: change, headers: [["If-Match", etag]] });
  await clients("PATCH", `/${id}`, 412, { body: { notes: "late" }, headers: [["If-Match", etag]] });
  await clients("PATCH", `/${id}`, 200, { body: { name: "Renamed", status: "suspended" } });
  const other = await create(clients, "Other");
  await clients("PATCH", `/${other}`, 409, { body: { name: "renamed" } });
  await clients("DELETE", `/${other}`, 412, { headers: [["If-Match", '"v9"']] });
  await clients("DELETE", `/${other}`, 200, { headers: [["If-Match", '"v1"']] });
  await clients("GET", `/${other}?include_deleted=true`, 200);
  await clients("PATCH", `/${id}`, 200, { body: { name: "Other" } });
  await clients("POST", `/${other}/restore`, 409);
  await clients("PATCH", `/${id}`, 200, { body: { name: "Contract" } });
  await clients("POST", `/${other}/restore`, 200);
  // It has units and unit groups.
  await clients("DELETE", "/1", 409);
  for (const method of ["GET", "DELETE"]) await clients(method, `/${nobody}`, 404);
  await clients("PATCH", `/${nobody}`, 404, { body: { notes: "x" } });
  await clients("POST", `/${nobody}/restore`, 404);
}

async function exerciseLists(stage: Stage, clients: Clients): Promise<void> {
  const paging = "page=2&per_page=1&limit=3";
  await clients(
    "GET",
    `/listing?${paging}&partner_id=demo-partner&agency_id=demo-agency-1&status=active,archived`,
    200,
  );
  await clients("GET", "/listing?include_deleted=true&updated_after=2024-01-01T00:00:00.000Z&sort=-name,id", 200);
  await clients("GET", `/listing/agency/demo-agency-1?${paging}`, 200);
  await clients("GET", "/listing/agency/nowhere", 404);
  await clients("GET", `/find?q=demo&${paging}`, 200);
  const reader = await asUser(stage, demoUser("read-only"));
  await reader("GET", "/1?include_deleted=true", 403);
}

/** Each operation that takes a key: carried out once, answered twice, and refused for another request. */
async function exerciseKeys(clients: Clients): Promise<void> {
  const id = await create(clients, "Keys");
  await clients("DELETE", `/${id}`, 200);
  const send = (path: string, key: string, status: number, body?: object) =>
    clients("POST", path, status, { headers: [["Idempotency-Key", key]], ...(body && { body }) });
  for (let time = 1; time <= 2; time += 1) {
    await send("", "clients-1", 201, fresh("Once"));
    await send(`/${id}/restore`, "clients-2", 200);
  }
  await send("", "clients-1", 422, fresh("Another"));
  await send(`/${id}/restore`, "clients-1", 422);
}

/** Moves the clock, so that all tokens are too old afterwards. */
async function exerciseExpiry(stage: Stage, clients: Clients): Promise<void> {
  const id = await create(clients, "Forgotten");
  await clients("DELETE", `/${id}`, 200);
  stage.service.clock.advance(31 * DAY_MS);
  const later = await asUser(stage);
  await later("POST", `/${id}/restore`, 410);
}
