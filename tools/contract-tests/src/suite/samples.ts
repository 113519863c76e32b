import type { OperationRow } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { demoUser } from "../service/demo-service.ts";

/** A request that fits the contract; whether it succeeds depends on the state of the service. */
export interface Sample {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly auth: OperationRow["auth"];
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
  unitsListing: {},
  testsPing: {},
};

/** One sample of every operation. */
export const samples: readonly Sample[] = Object.values(operations).map((operation) => ({
  method: operation.verb,
  path: operation.path,
  auth: operation.auth,
  ...details[operation.id],
}));
