import { demoLogins } from "@fleet-api/server";

/** Logs in to a server with the demo fleet; returns the access token with its scheme. */
export async function demoToken(baseUrl: string): Promise<string> {
  const { username, password } = demoLogins[0] ?? {};
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const token = response.headers.get("authorization");
  if (token === null) throw new Error(`the login of ${username} answered ${response.status} without a token`);
  return token;
}
