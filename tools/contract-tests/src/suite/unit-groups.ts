import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { UnitGroup } from "@fleet-api/contract/types/unit_groups";
import { demoUser } from "../service/demo-service.ts";
import type { RawAnswer } from "../traffic/send.ts";
import type { Call, Stage } from "./stage.ts";

const DAY_MS = 24 * 60 * 60_000;
const DEEPEST = 5;
/** A client of the demo, and an id that nothing has. */
const [client_id, nobody] = [1, 999_999];

/** Sends requests below `/unit_groups` as one user. */
type Groups = (method: string, path: string, status: number, more?: Partial<Call>) => Promise<RawAnswer>;

/** Success and the operation's own errors of the Unit Groups resource group. */
export async function exerciseUnitGroups(stage: Stage): Promise<void> {
  const groups = await asUser(stage);
  await exerciseRecord(groups);
  await exerciseLists(stage, groups);
  await exerciseUnits(groups);
  await exerciseForest(groups);
  await exerciseKeys(groups);
  await exerciseSuspension(stage, groups);
  await exerciseExpiry(stage, groups);
}

async function asUser({ call, logIn }: Stage, user = demoUser("partner-admin")): Promise<Groups> {
  const token = await logIn(user);
  return (method, path, status, more) => call({ method, path: `/unit_groups${path}`, token, status, ...more });
}

async function create(groups: Groups, name: string, parent_id: number | null = null): Promise<number> {
  return idOf(await groups("POST", "", 201, { body: { client_id, name, parent_id } }));
}

function idOf({ body }: RawAnswer): number {
  const { data }: { data: UnitGroup } = JSON.parse(body);
  return data.id;
}

/** Groups below each other, the highest first. */
async function chain(groups: Groups, name: string, length: number): Promise<number[]> {
  const ids: number[] = [];
  for (let level = 1; level <= length; level += 1) {
    ids.push(await create(groups, `${name} ${level}`, ids.at(-1) ?? null));
  }
  return ids;
}

async function exerciseRecord(groups: Groups): Promise<void> {
  const look = { description: "The northern depot", color: "#1E88E5", icon: "depot" };
  const body = {
    client_id,
    name: "North",
    external_id: "erp-7",
    parent_id: null,
    attributes: { rank: 1 },
    notes: null,
  };
  const made = await groups("POST", "", 201, { body: { ...body, ...look } });
  const [id, etag] = [idOf(made), made.etag ?? ""];
  await groups("POST", "", 409, { body });
  await groups("GET", `/${id}`, 200);
  await groups("GET", `/${id}`, 304, { headers: [["If-None-Match", etag]] });
  const { name: _kept, client_id: _fixed, ...change } = { ...body, ...look, notes: "opened in March" };
  await groups("PATCH", `/${id}`, 200, { body: change, headers: [["If-Match", etag]] });
  await groups("PATCH", `/${id}`, 412, { body: { notes: "late" }, headers: [["If-Match", etag]] });
  await groups("PATCH", `/${id}`, 200, { body: { name: "Northern" } });
  const other = await create(groups, "South");
  await groups("PATCH", `/${other}`, 409, { body: { name: "northern" } });
  await groups("DELETE", `/${other}`, 412, { headers: [["If-Match", '"v9"']] });
  await groups("DELETE", `/${other}`, 200, { headers: [["If-Match", '"v1"']] });
  await groups("GET", `/${other}?include_deleted=true`, 200);
  await groups("PATCH", `/${id}`, 200, { body: { name: "South" } });
  await groups("POST", `/${other}/restore`, 409);
  await groups("PATCH", `/${id}`, 200, { body: { name: "North" } });
  await groups("POST", `/${other}/restore`, 200);
  for (const method of ["GET", "DELETE"]) await groups(method, `/${nobody}`, 404);
  await groups("PATCH", `/${nobody}`, 404, { body: { notes: "x" } });
  await groups("POST", `/${nobody}/restore`, 404);
}

async function exerciseLists(stage: Stage, groups: Groups): Promise<void> {
  const top = await create(groups, "Regions");
  for (const name of ["East", "West", "Centre"]) await create(groups, name, top);
  const paging = "page=2&per_page=1&limit=3";
  await groups("GET", `/listing?${paging}&partner_id=demo-partner&agency_id=demo-agency-1&client_id=1`, 200);
  await groups("GET", `/listing?parent_id=${top}&sort=-name,id`, 200);
  await groups("GET", "/listing?include_deleted=true&updated_after=2026-01-01T00:00:00.000Z", 200);
  await groups("GET", `/listing/client/${client_id}?${paging}`, 200);
  await groups("GET", `/listing/client/${nobody}`, 404);
  await groups("GET", `/find?q=e&${paging}`, 200);
  const reader = await asUser(stage, demoUser("read-only"));
  await reader("GET", `/${top}?include_deleted=true`, 403);
}

async function exerciseUnits(groups: Groups): Promise<void> {
  const [top = 0, below = 0] = await chain(groups, "Units", 2);
  const list = (query: string) => groups("GET", `/${top}/units/listing?${query}`, 200);
  const bulk = async (path: string, more: object = {}): Promise<void> => {
    const body = { unit_ids: [1, 2, 3], ...more };
    const { body: text } = await groups("POST", path, 200, { body });
    const { data }: { data: BulkResult } = JSON.parse(text);
    if (data.total !== body.unit_ids.length) throw new Error(`${path} answered for ${data.total} units.`);
  };
  await bulk(`/${top}/add_units`);
  await bulk(`/${below}/add_units`, { unit_ids: [4], mode: "all_or_nothing", dry_run: false });
  await bulk(`/${top}/add_units`, { unit_ids: [1, nobody], mode: "best_effort" });
  await list("page=1&per_page=2&limit=3");
  await list("include_descendants=true");
  await bulk(`/${top}/remove_units`, { dry_run: true });
  await bulk(`/${top}/remove_units`, { unit_ids: [1, nobody], mode: "best_effort" });
  await groups("GET", `/${nobody}/units/listing`, 404);
  for (const action of ["add_units", "remove_units"]) {
    await groups("POST", `/${top}/${action}`, 422, { body: { unit_ids: [nobody] } });
    await groups("POST", `/${nobody}/${action}`, 404, { body: { unit_ids: [1] } });
  }
}

async function exerciseForest(groups: Groups): Promise<void> {
  const ids = await chain(groups, "Level", DEEPEST);
  const [first = 0, second = 0] = ids;
  const [fourth = 0, fifth = 0] = ids.slice(-2);
  await groups("POST", "", 422, { body: { client_id, name: "Level 6", parent_id: fifth } });
  await groups("DELETE", `/${fourth}`, 409);
  await groups("PATCH", `/${first}`, 422, { body: { parent_id: fifth } });
  const [other = 0, under = 0] = await chain(groups, "Elsewhere", 2);
  await groups("PATCH", `/${other}`, 422, { body: { parent_id: fourth } });
  // A deleted group moves with those above it, and may then be too deep to come back.
  await groups("DELETE", `/${under}`, 200);
  await groups("PATCH", `/${other}`, 200, { body: { parent_id: fourth } });
  await groups("POST", `/${under}/restore`, 422);
  await groups("DELETE", `/${other}`, 200);
  await groups("POST", `/${under}/restore`, 409);
  await groups("PATCH", `/${second}`, 200, { body: { parent_id: null } });
}

/** Each operation that takes a key: carried out once, answered twice, and refused for another request. */
async function exerciseKeys(groups: Groups): Promise<void> {
  const id = await create(groups, "Keys");
  await groups("DELETE", `/${id}`, 200);
  const requests: [path: string, status: number, body?: object][] = [
    ["", 201, { client_id, name: "Once" }],
    [`/${id}/restore`, 200],
    [`/${id}/add_units`, 200, { unit_ids: [1] }],
    [`/${id}/remove_units`, 200, { unit_ids: [1] }],
  ];
  for (const [index, [path, status, body]] of requests.entries()) {
    const send = (key: string, expected: number) =>
      groups("POST", path, expected, { headers: [["Idempotency-Key", key]], ...(body && { body }) });
    await send(`key-${index}`, status);
    await send(`key-${index}`, status);
    if (index > 0) await send("key-0", 422);
  }
  const headers = [["Idempotency-Key", "key-0"]] as const;
  await groups("POST", "", 422, { headers, body: { client_id, name: "Another" } });
}

/** A suspended client can be looked at, and nothing of it changed. */
async function exerciseSuspension({ service }: Stage, groups: Groups): Promise<void> {
  const [id, deleted] = [await create(groups, "Kept"), await create(groups, "Deleted")];
  await groups("POST", `/${id}/add_units`, 200, { body: { unit_ids: [1] } });
  await groups("DELETE", `/${deleted}`, 200);
  await service.setClientStatus(client_id, "suspended");
  await groups("GET", `/${id}`, 200);
  await groups("POST", "", 403, { body: { client_id, name: "New" } });
  await groups("PATCH", `/${id}`, 403, { body: { notes: "x" } });
  await groups("DELETE", `/${id}`, 403);
  await groups("POST", `/${deleted}/restore`, 403);
  await groups("POST", `/${id}/add_units`, 403, { body: { unit_ids: [2] } });
  await groups("POST", `/${id}/remove_units`, 403, { body: { unit_ids: [1] } });
  await service.setClientStatus(client_id, "active");
}

/** Moves the clock, so that all tokens are too old afterwards. */
async function exerciseExpiry(stage: Stage, groups: Groups): Promise<void> {
  const id = await create(groups, "Forgotten");
  await groups("DELETE", `/${id}`, 200);
  stage.service.clock.advance(31 * DAY_MS);
  const later = await asUser(stage);
  await later("POST", `/${id}/restore`, 410);
}
