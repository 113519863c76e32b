/** The failures that a program tells apart: kinds, statuses, findings and headers. Generated samples know codes only. */
import { createFleetClient } from "@fleet-api/client";
import type { Settings, User } from "@fleet-api/contract/types/authentication";

const fleet = createFleetClient({ baseUrl: "https://api.example/api/v1" });

export async function logIn(username: string, password: string): Promise<User | string> {
  const result = await fleet.auth.login({ body: { username, password } });
  if (result.ok) {
    const token: string | null = result.headers.get("authorization");
    return token === null ? "no token" : result.data;
  }
  if (result.kind !== "http") return result.kind;
  switch (result.status) {
    case 401:
      return result.error.code;
    case 422:
      return (result.error.errors ?? []).map(({ pointer, name, detail }) => `${pointer ?? name}: ${detail}`).join();
    case 429:
      return `again in ${result.error.retry_after_s ?? 60} s`;
    default:
      return `${result.error.title} (${result.error.request_id})`;
  }
}

export function greeting(user: User): string {
  const settings: Settings = user.settings;
  const theme: string | null = settings.theme;
  return `${user.full_name}, ${user.email}, ${user.partner.name}, ${user.account_type.name}, ${theme ?? "plain"}`;
}
