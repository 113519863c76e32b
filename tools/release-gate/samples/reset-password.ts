/** The public operations: password reset, registration, and the end of a session. */
import { createFleetClient } from "@fleet-api/client";
import type { OperationId } from "@fleet-api/contract";

const fleet = createFleetClient({ baseUrl: "https://api.example/api/v1" });

export async function forgotPassword(email: string): Promise<boolean> {
  return (await fleet.auth.passwordResetRequest({ body: { email } }).orThrow()).data.accepted;
}

export async function choosePassword(token: string, password: string): Promise<"done" | "ask again" | "too weak"> {
  const result = await fleet.auth.passwordReset({ body: { token, password } });
  if (result.ok) return "done";
  return result.kind === "http" && result.status === 422 ? "too weak" : "ask again";
}

export async function invited(registration_token: string): Promise<string> {
  const { data } = await fleet.auth.registration({ path: { registration_token } }).orThrow();
  return `${data.email} joins ${data.partner.name} until ${data.expires_at}`;
}

export async function leave(): Promise<OperationId> {
  const result = await fleet.auth.logout().orThrow();
  return result.data.logged_out ? "authLogout" : "authLogin";
}
