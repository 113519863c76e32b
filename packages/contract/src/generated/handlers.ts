/**
 * Generated from spec/openapi.yaml by tools/codegen. Do not edit: change the contract and run `pnpm codegen`.
 * Contract SHA-256: 209e6db3ea0530def875495583b30206164d211f4e48eca434cd46cd563e4e21
 */

import type { components, Int64 } from "./schema.ts";

type Schemas = components["schemas"];

/** Input (after parsing, with defaults), `data` and whole body of the success, by operation id. */
export interface HandlerTypes {
  authLogin: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: Schemas["LoginRequest"];
    data: Schemas["User"];
    response: Schemas["LoginEnvelope"];
  };
  authToken: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    data: Schemas["CurrentToken"];
    response: Schemas["CurrentTokenEnvelope"];
  };
  authRegistration: {
    path: { registration_token: string };
    query: Record<string, never>;
    body: undefined;
    data: Schemas["Registration"];
    response: Schemas["RegistrationEnvelope"];
  };
  authPermission: {
    path: { resource: string; action: string };
    query: { partner_id?: string; agency_id?: string; client_id?: Int64 };
    body: undefined;
    data: Schemas["PermissionCheck"];
    response: Schemas["PermissionCheckEnvelope"];
  };
  authLogout: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    data: Schemas["LogoutResult"];
    response: Schemas["LogoutEnvelope"];
  };
  authPasswordResetRequest: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: Schemas["PasswordResetRequest"];
    data: Schemas["PasswordResetRequestResult"];
    response: Schemas["PasswordResetRequestEnvelope"];
  };
  authPasswordReset: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: Schemas["PasswordReset"];
    data: Schemas["PasswordResetResult"];
    response: Schemas["PasswordResetEnvelope"];
  };
  authRegisterComplete: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: Schemas["RegistrationCompletion"];
    data: Schemas["RegistrationCompletionResult"];
    response: Schemas["RegistrationCompletionEnvelope"];
  };
  authMonitorUser: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    data: Schemas["MonitorIdentity"];
    response: Schemas["MonitorIdentityEnvelope"];
  };
  unitsListing: {
    path: Record<string, never>;
    query: { page: number; per_page: number; limit?: number; partner_id?: string; agency_id?: string; client_id?: Int64; lifecycle_status?: Schemas["UnitLifecycleStatus"][] };
    body: undefined;
    data: Schemas["Unit"][];
    response: Schemas["UnitPage"];
  };
  testsPing: {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    data: Schemas["Pong"];
    response: Schemas["PongEnvelope"];
  };
}
