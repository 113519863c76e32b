import { demoUser } from "../service/demo-service.ts";
import type { Stage } from "./stage.ts";

const password = "a-new-password-for-the-demo";

/** Success and the operation's own errors of the Authentication resource group. */
export async function exerciseAuthentication(stage: Stage): Promise<void> {
  await exerciseSession(stage);
  await exercisePermission(stage);
  await exercisePasswordReset(stage);
  await exerciseRegistration(stage);
  await exerciseLimits(stage);
}

async function exerciseSession({ call, logIn }: Stage): Promise<void> {
  const token = await logIn();
  await call({ method: "GET", path: "/auth/token", token, status: 200 });
  await call({ method: "POST", path: "/auth/monitor/user", token, status: 200 });
  await call({ method: "POST", path: "/auth/logout", token, status: 200 });
}

async function exercisePermission({ call, logIn }: Stage): Promise<void> {
  const token = await logIn(demoUser("client-north"));
  const check = (path: string, status: number) =>
    call({ method: "GET", path: `/auth/permission/${path}`, token, status });
  await check("units/action/view?partner_id=demo-partner&agency_id=demo-agency-1&client_id=1", 200);
  await check("partners/action/create", 200);
  await check("units/action/fly", 404);
}

async function exercisePasswordReset({ call, service }: Stage): Promise<void> {
  const reset = (token: string, status: number) =>
    call({ method: "POST", path: "/auth/password/reset", body: { token, password }, status });
  const body = { email: "demo-client-east@example.com" };
  await call({ method: "POST", path: "/auth/password/reset/request", body, status: 200 });
  const token = service.messageToken("password_reset");
  await reset(token, 200);
  await reset(token, 410);
  await reset("no-such-token", 404);
}

async function exerciseRegistration({ call, service }: Stage): Promise<void> {
  const token = service.messageToken("registration");
  const read = (path: string, status: number) => call({ method: "GET", path: `/auth/registration/${path}`, status });
  const person = { password, first_name: "Demo", last_name: "Newcomer", timezone: "Europe/Berlin", language: "de" };
  const complete = (registration_token: string, username: string, status: number) =>
    call({
      method: "POST",
      path: "/auth/register/complete",
      body: { registration_token, username, ...person },
      status,
    });
  await read(token, 200);
  await read("no-such-token", 404);
  await complete("no-such-token", "demo-newcomer", 404);
  await complete(token, demoUser("partner-admin").username, 409);
  // This client has as many users as it may.
  await service.setRegistrationClients([4]);
  await complete(token, "demo-newcomer", 409);
  await service.setRegistrationClients([]);
  await complete(token, "demo-newcomer", 200);
  await complete(token, "another-newcomer", 410);
  await read(token, 410);
}

async function exerciseLimits({ call }: Stage): Promise<void> {
  const wrong = { username: "demo-nobody", password: "not-the-password" };
  const email = "flooded@example.com";
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await call({ method: "POST", path: "/auth/login", body: wrong, status: 401 });
    await call({ method: "POST", path: "/auth/password/reset/request", body: { email }, status: 200 });
  }
  await call({ method: "POST", path: "/auth/login", body: wrong, status: 429 });
  await call({ method: "POST", path: "/auth/password/reset/request", body: { email }, status: 429 });
}
