// Runs with the client that orval generates next to it, against a server with the demo fleet. What is compiled here is the
// types of the client; what is run is the requests that it makes.
import {
  authLogin,
  type LoginRequest,
  unitGroupsCreate,
  unitGroupsDelete,
  unitGroupsGet,
  unitGroupsUpdate,
  unitsListing,
} from "./client.ts";

/** Reads a list, and creates, updates and deletes a record. @throws Error with the problem of a response that is no success */
export async function run(credentials: LoginRequest): Promise<void> {
  const login = await authLogin(credentials);
  if (login.status !== 200) throw failed(login);
  const headers = { authorization: login.headers.get("authorization") ?? "" };

  const active = await unitsListing({ per_page: 2, lifecycle_status: ["active", "suspended"] }, { headers });
  if (active.status !== 200) throw failed(active);
  const [unit] = active.data.data;
  if (unit === undefined || active.data.data.length !== active.data.pagination.per_page)
    throw new Error("no full page");

  const created = await unitGroupsCreate({ client_id: unit.client_id, name: "Made by orval" }, { headers });
  if (created.status !== 201) throw failed(created);
  const { id } = created.data.data;

  const ifMatch = created.headers.get("etag") ?? "";
  const update = { name: "Changed by orval" };
  const updated = await unitGroupsUpdate(id, update, { headers: { ...headers, "if-match": ifMatch } });
  if (updated.status !== 200) throw failed(updated);
  const stale = await unitGroupsUpdate(id, update, { headers: { ...headers, "if-match": ifMatch } });
  if (stale.status !== 412) throw failed(stale);

  const deleted = await unitGroupsDelete(id, { headers });
  if (deleted.status !== 200) throw failed(deleted);
  const gone = await unitGroupsGet(id, undefined, { headers });
  if (gone.status !== 404 || gone.data.code !== "not_found") throw failed(gone);
}

function failed({ status, data }: { status: number; data: unknown }): Error {
  return new Error(`${status} ${JSON.stringify(data)}`);
}
