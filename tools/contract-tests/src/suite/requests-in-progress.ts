import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { startDemoService } from "../service/demo-service.ts";
import type { Exchange } from "../traffic/har.ts";
import { record } from "../traffic/record.ts";
import type { Stage } from "./stage.ts";
import { createStage } from "./stage.ts";

/** Problem codes of requests that are carried out at the same time, for which the embedded database is not enough. */
export const concurrentCodes: readonly string[] = ["request_in_progress"];

/**
 * Each operation that takes an `Idempotency-Key`, refused while the same request is being carried out. On the embedded
 * database, which has one connection, the second request waits for the first and gets its response; so this one needs
 * PostgreSQL.
 */
export async function exerciseRequestsInProgress(): Promise<readonly Exchange[]> {
  const postgres = await startPrivatePostgres();
  try {
    await using service = await startDemoService({ databaseUrl: postgres.url });
    await using recorder = await record(service.server.baseUrl);
    const stage = createStage(service, recorder.baseUrl);
    const token = await stage.logIn();
    const { id, deleted } = await makeGroups(stage, token);
    const requests = [
      { path: "/unit_groups", body: { client_id: 1, name: "New" } },
      { path: `/unit_groups/${deleted}/restore` },
      { path: `/unit_groups/${id}/add_units`, body: { unit_ids: [1, 2] } },
      { path: `/unit_groups/${id}/remove_units`, body: { unit_ids: [1] } },
      { path: "/clients", body: { agency_id: "demo-agency-1", name: "New", timezone: "UTC", currency: "EUR" } },
      { path: `/clients/${await makeDeletedClient(stage, token)}/restore` },
      { path: "/units", body: { client_id: 1, name: "New", identifier: "new", identifier_type: "custom" } },
      { path: `/units/${await makeDeletedUnit(stage, token)}/restore` },
    ];
    for (const request of requests) await sendTwiceAtOnce(stage, { ...request, token });
    return recorder.exchanges;
  } finally {
    await postgres.stop();
  }
}

async function makeGroups({ call }: Stage, token: string): Promise<{ id: number; deleted: number }> {
  const create = async (name: string): Promise<number> => {
    const body = { client_id: 1, name };
    const answer = await call({ method: "POST", path: "/unit_groups", body, token, status: 201 });
    const { data }: { data: { id: number } } = JSON.parse(answer.body);
    return data.id;
  };
  const [id, deleted] = [await create("Kept"), await create("Deleted")];
  await call({ method: "DELETE", path: `/unit_groups/${deleted}`, token, status: 200 });
  return { id, deleted };
}

async function makeDeletedClient({ call }: Stage, token: string): Promise<number> {
  const body = { agency_id: "demo-agency-1", name: "Deleted", timezone: "UTC", currency: "EUR" };
  const answer = await call({ method: "POST", path: "/clients", body, token, status: 201 });
  const { data }: { data: { id: number } } = JSON.parse(answer.body);
  await call({ method: "DELETE", path: `/clients/${data.id}`, token, status: 200 });
  return data.id;
}

async function makeDeletedUnit({ call }: Stage, token: string): Promise<number> {
  const body = { client_id: 1, name: "Deleted", identifier: "deleted", identifier_type: "custom" };
  const answer = await call({ method: "POST", path: "/units", body, token, status: 201 });
  const { data }: { data: { id: number } } = JSON.parse(answer.body);
  await call({ method: "DELETE", path: `/units/${data.id}`, token, status: 200 });
  return data.id;
}

/** While the tables are locked, one of the two waits for them; so the one that is answered has been refused. */
async function sendTwiceAtOnce(
  { call, service }: Stage,
  request: { readonly path: string; readonly body?: object; readonly token: string },
): Promise<void> {
  const headers = [["Idempotency-Key", request.path]] as const;
  const send = () => call({ ...request, method: "POST", headers });
  const both = await service.server.db.transaction(async (tx) => {
    await tx.query("lock table unit_groups, unit_group_members, clients in exclusive mode");
    const sent = [send(), send()];
    const { status } = await Promise.race(sent);
    if (status !== 409)
      throw new Error(`POST ${request.path} at the same time was answered with ${status}, not with 409`);
    return sent;
  });
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  if (Math.min(...statuses) >= 400) throw new Error(`POST ${request.path} was not carried out: ${statuses.join(", ")}`);
}
