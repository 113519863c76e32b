import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { coversPart } from "../../support/hierarchy.ts";
import type { Case } from "./case.ts";
import { different, queryOf } from "./case.ts";
import { clientCases } from "./client-cases.ts";
import { scopeFilters } from "./filters.ts";
import { unitCases } from "./unit-cases.ts";
import { unitGroupCases } from "./unit-group-cases.ts";
import type { Caller, World } from "./world.ts";

const password = "a-new-password-for-the-demo";
const token = "x".repeat(43);

/** What is asked of each operation. A new operation does not compile without an entry. */
const cases: { readonly [Id in OperationId]: (caller: Caller, world: World) => readonly Case[] } = {
  authLogin: ({ name, password: own }) => [
    { path: "", body: { username: name, password: own ?? "wrong" }, status: own === null ? 401 : 200 },
  ],
  authToken: ({ token: own }) => [{ path: "", wrong: ({ body }) => different(body.data, { token: own }) }],
  authRegistration: () => [{ path: `/auth/registration/${token}`, status: 404 }],
  authPermission: (caller, world) =>
    ["units.view", "units.delete", "partners.create"].flatMap((permission) => {
      const [resource = "", action = ""] = permission.split(".");
      return scopeFilters(operations.authPermission, world).map((where) => ({
        path: `/auth/permission/${resource}/action/${action}${queryOf(where)}`,
        wrong: ({ body }) => {
          const allow = caller.may(resource, action) && coversPart(world, caller.cover, where);
          return different(Object(body.data).allow, allow);
        },
      }));
    }),
  authLogout: () => [{ path: "", endsSession: true }],
  authPasswordResetRequest: ({ name }) => [{ path: "", body: { email: `nobody-${name}@example.com` } }],
  authPasswordReset: () => [{ path: "", body: { token, password }, status: 404 }],
  authRegisterComplete: () => [
    {
      path: "",
      body: { registration_token: token, username: "newcomer", password, first_name: "New", last_name: "Comer" },
      status: 404,
    },
  ],
  authMonitorUser: () => [{ path: "" }],
  ...unitCases,
  ...unitGroupCases,
  ...clientCases,
  testsPing: () => [{ path: "" }],
};

/** All cases of an operation for a caller; those without a path of their own have that of the contract. */
export function casesOf(id: OperationId, caller: Caller, world: World): Case[] {
  return cases[id](caller, world).map((one) => ({ ...one, path: one.path === "" ? operations[id].path : one.path }));
}
