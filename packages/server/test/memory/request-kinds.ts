import type { OperationId } from "@fleet-api/contract/operations";
import type { Lane } from "./lane.ts";

/** One kind of request, as often as asked. Rejects when the answer is not the expected one. */
export type RequestKind = (lane: Lane) => Promise<void>;

const password = "correct horse battery staple";

/** Users of a client may not do this: they are refused. */
function byAdministrators(kind: RequestKind, refused = "/clients/1"): RequestKind {
  return (lane) => (lane.login.role === "client_user" ? lane.expect(403, "DELETE", refused) : kind(lane));
}
const byUnitAdministrators = (kind: RequestKind): RequestKind => byAdministrators(kind, "/units/1");

/** A successful request of every operation; an operation without one does not compile. */
const operations = {
  authLogin: (lane) => lane.logIn(),
  authToken: (lane) => lane.get("/auth/token"),
  authRegistration: async (lane) => lane.expect(200, "GET", `/auth/registration/${await lane.invitation()}`),
  authPermission: (lane) => lane.get("/auth/permission/units/action/view?client_id=1"),
  authLogout: async (lane) => {
    await lane.logIn();
    await lane.expect(200, "POST", "/auth/logout");
  },
  authPasswordResetRequest: (lane) =>
    lane.expect(200, "POST", "/auth/password/reset/request", { email: lane.login.email }),
  authPasswordReset: async (lane) => {
    const token = await lane.resetToken();
    await lane.expect(200, "POST", "/auth/password/reset", { token, password: lane.login.password });
  },
  authRegisterComplete: async (lane) => {
    const registration_token = await lane.invitation();
    const username = `user-${registration_token.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 30)}`;
    const person = { username, password, first_name: "New", last_name: "Comer" };
    await lane.expect(200, "POST", "/auth/register/complete", { registration_token, ...person });
  },
  authMonitorUser: (lane) => lane.expect(200, "POST", "/auth/monitor/user"),
  unitGroupsListing: (lane) => lane.get("/unit_groups/listing?per_page=50&sort=-name"),
  unitGroupsListingByClient: async (lane) => {
    await lane.group();
    await lane.get(`/unit_groups/listing/client/${lane.client}`);
  },
  unitGroupsFind: (lane) => lane.get(`/unit_groups/find?q=group-${lane.next()}`),
  unitGroupsCreate: async (lane) => {
    await lane.group();
    const name = `group-${lane.next()}`;
    const key = { "idempotency-key": name };
    await lane.send(201, "POST", "/unit_groups", { client_id: lane.client, name }, key);
  },
  unitGroupsGet: async (lane) => lane.get(`/unit_groups/${await lane.group()}`),
  unitGroupsUpdate: async (lane) =>
    void (await lane.send(200, "PATCH", `/unit_groups/${await lane.group()}`, { notes: `note ${lane.next()}` })),
  unitGroupsDelete: async (lane) => {
    const id = await lane.group();
    await lane.expect(200, "DELETE", `/unit_groups/${id}`);
    await lane.expect(200, "POST", `/unit_groups/${id}/restore`);
  },
  unitGroupsRestore: async (lane) => lane.expect(200, "POST", `/unit_groups/${await lane.group()}/restore`),
  unitGroupsUnitsListing: async (lane) => lane.get(`/unit_groups/${await lane.group()}/units/listing`),
  unitGroupsAddUnits: async (lane) => {
    const id = await lane.group();
    await lane.expect(200, "POST", `/unit_groups/${id}/add_units`, { unit_ids: [lane.unit] });
  },
  unitGroupsRemoveUnits: async (lane) => {
    const id = await lane.group();
    await lane.expect(200, "POST", `/unit_groups/${id}/remove_units`, { unit_ids: [lane.unit] });
  },
  clientsListing: (lane) => lane.get("/clients/listing?sort=-name"),
  clientsListingByAgency: (lane) => lane.get(`/clients/listing/agency/${lane.agency}`),
  clientsFind: (lane) => lane.get(`/clients/find?q=client-${lane.next()}`),
  clientsCreate: byAdministrators(async (lane) => {
    const name = `client-${lane.next()}`;
    const body = { agency_id: lane.agency, name, timezone: "UTC", currency: "EUR" };
    const { id } = JSON.parse(await lane.send(201, "POST", "/clients", body, { "idempotency-key": name })).data;
    // Otherwise the lists grow.
    await lane.expect(200, "DELETE", `/clients/${id}`);
  }),
  clientsGet: async (lane) => {
    await lane.group();
    await lane.get(`/clients/${lane.client}`);
  },
  clientsUpdate: byAdministrators(async (lane) =>
    lane.expect(200, "PATCH", `/clients/${await lane.ownClient()}`, { notes: `note ${lane.next()}` }),
  ),
  clientsDelete: byAdministrators(async (lane) => {
    const id = await lane.ownClient();
    await lane.expect(200, "DELETE", `/clients/${id}`);
    await lane.expect(200, "POST", `/clients/${id}/restore`);
  }),
  clientsRestore: byAdministrators(async (lane) =>
    lane.expect(200, "POST", `/clients/${await lane.ownClient()}/restore`),
  ),
  unitsListing: (lane) => lane.get("/units/listing?per_page=50"),
  unitsListingByClient: async (lane) => {
    await lane.group();
    await lane.get(`/units/listing/client/${lane.client}`);
  },
  unitsFind: (lane) => lane.get(`/units/find?q=unit-${lane.next()}`),
  unitsCreate: byUnitAdministrators(async (lane) => {
    await lane.group();
    const name = `unit-${lane.next()}`;
    const body = { client_id: lane.client, name, identifier: name, identifier_type: "custom" };
    const { id } = JSON.parse(await lane.send(201, "POST", "/units", body, { "idempotency-key": name })).data;
    // Otherwise the lists grow.
    await lane.expect(200, "DELETE", `/units/${id}`);
  }),
  unitsGet: async (lane) => {
    await lane.group();
    await lane.get(`/units/${lane.unit}`);
  },
  unitsUpdate: async (lane) => {
    await lane.group();
    await lane.expect(200, "PATCH", `/units/${lane.unit}`, { name: `name ${lane.next()}` });
  },
  unitsDelete: byUnitAdministrators(async (lane) => {
    const id = await lane.ownUnit();
    await lane.expect(200, "DELETE", `/units/${id}`);
    await lane.expect(200, "POST", `/units/${id}/restore`);
  }),
  unitsRestore: byUnitAdministrators(async (lane) =>
    lane.expect(200, "POST", `/units/${await lane.ownUnit()}/restore`),
  ),
  unitsAssignSimCard: byUnitAdministrators(async (lane) => {
    const iccid = String(lane.next()).padStart(22, "0");
    await lane.expect(200, "PUT", `/units/${await lane.ownUnit()}/sim_card`, { iccid });
  }),
  unitsRemoveSimCard: byUnitAdministrators(async (lane) =>
    lane.expect(200, "DELETE", `/units/${await lane.ownUnit()}/sim_card`),
  ),
  unitsSetCounters: byUnitAdministrators(async (lane) => {
    const reading = { odometer_m: lane.next(), read_at: "2020-01-01T00:00:00Z" };
    await lane.expect(200, "PUT", `/units/${await lane.ownUnit()}/counters`, reading);
  }),
  unitsOwnershipListing: byUnitAdministrators(async (lane) =>
    lane.get(`/units/${await lane.ownUnit()}/ownership/listing`),
  ),
  testsPing: (lane) => lane.expect(200, "GET", "/tests/ping"),
} satisfies Record<OperationId, RequestKind>;

/** What a server answers without an operation, or refuses. */
const refusals = {
  "unknown path": (lane) => lane.expect(404, "GET", `/no/such/path-${lane.next()}`),
  "unknown method": (lane) => lane.expect(405, "PUT", "/units/listing"),
  "unknown token": (lane) => lane.expect(401, "GET", "/units/listing", undefined, `bearer f1.1.${lane.next()}`),
  "wrong password": (lane) =>
    lane.expect(401, "POST", "/auth/login", { username: `nobody-${lane.next()}`, password: "wrong" }),
  "unknown keys": (lane) => lane.expect(422, "POST", "/auth/login", { [`key-${lane.next()}`]: 1 }),
  "unknown parameter": (lane) => lane.expect(422, "GET", `/units/listing?name-${lane.next()}=1`),
  "connection cut": (lane) => lane.cut("/units/listing?per_page=50"),
} satisfies Record<string, RequestKind>;

export const requestKinds = { ...operations, ...refusals };
