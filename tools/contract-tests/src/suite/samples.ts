import type { OperationRow } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { demoUser } from "../service/demo-service.ts";

/** A request that fits the contract; whether it succeeds depends on the state of the service. */
export interface Sample extends Pick<OperationRow, "auth" | "permission"> {
  readonly method: string;
  /** With the query, if the operation needs one. */
  readonly path: string;
  readonly body?: object;
}

const password = "a-new-password-for-the-demo";
const noToken = "no-such-token";

/** What is in a sample beside the operation's own method and path. A new operation does not compile without one. */
const details: Readonly<Record<OperationId, { readonly path?: string; readonly body?: object }>> = {
  authLogin: { body: demoUser("partner-admin") },
  authToken: {},
  authRegistration: { path: `/auth/registration/${noToken}` },
  authPermission: { path: "/auth/permission/units/action/view" },
  authLogout: {},
  authPasswordResetRequest: { body: { email: "nobody@example.com" } },
  authPasswordReset: { body: { token: noToken, password } },
  authRegisterComplete: {
    body: {
      registration_token: noToken,
      username: "demo-newcomer",
      password,
      first_name: "Demo",
      last_name: "Newcomer",
      timezone: "Europe/Berlin",
      language: "de",
    },
  },
  authMonitorUser: {},
  unitGroupsListing: {},
  unitGroupsListingByClient: { path: "/unit_groups/listing/client/1" },
  unitGroupsFind: { path: "/unit_groups/find?q=depot" },
  unitGroupsCreate: { body: { client_id: 1, name: "Sample" } },
  unitGroupsGet: { path: "/unit_groups/1" },
  unitGroupsUpdate: { path: "/unit_groups/1", body: { notes: "sample" } },
  unitGroupsDelete: { path: "/unit_groups/1" },
  unitGroupsRestore: { path: "/unit_groups/1/restore" },
  unitGroupsUnitsListing: { path: "/unit_groups/1/units/listing" },
  unitGroupsAddUnits: { path: "/unit_groups/1/add_units", body: { unit_ids: [1] } },
  unitGroupsRemoveUnits: { path: "/unit_groups/1/remove_units", body: { unit_ids: [1] } },
  unitsListing: {},
  unitsListingByClient: { path: "/units/listing/client/1" },
  unitsFind: { path: "/units/find?q=demo" },
  unitsCreate: { body: { client_id: 1, name: "Sample", identifier: "sample", identifier_type: "custom" } },
  unitsGet: { path: "/units/1" },
  unitsUpdate: { path: "/units/1", body: { name: "Sample" } },
  unitsDelete: { path: "/units/1" },
  unitsRestore: { path: "/units/1/restore" },
  unitsAssignSimCard: { path: "/units/1/sim_card", body: { iccid: "8999900000000900014" } },
  unitsRemoveSimCard: { path: "/units/1/sim_card" },
  unitsSetCounters: { path: "/units/1/counters", body: { odometer_m: 1, read_at: "2026-01-15T08:30:00.000Z" } },
  unitsOwnershipListing: { path: "/units/1/ownership/listing" },
  clientsListing: {},
  clientsListingByAgency: { path: "/clients/listing/agency/demo-agency-1" },
  clientsFind: { path: "/clients/find?q=demo" },
  clientsCreate: { body: { agency_id: "demo-agency-1", name: "Sample", timezone: "Europe/Berlin", currency: "EUR" } },
  clientsGet: { path: "/clients/1" },
  clientsUpdate: { path: "/clients/1", body: { notes: "sample" } },
  clientsDelete: { path: "/clients/1" },
  clientsRestore: { path: "/clients/1/restore" },
  testsPing: {},
};

/** One sample of every operation. */
export const samples: readonly Sample[] = Object.values(operations).map((operation) => ({
  method: operation.verb,
  path: operation.path,
  auth: operation.auth,
  permission: operation.permission,
  ...details[operation.id],
}));
