import type { AuthOptions } from "@fleet-api/auth";
import type { WebStoreOptions } from "@fleet-api/auth/stores/web";

/** What an installation of the app chooses: `config.json` beside the page. */
export interface AppConfig extends Pick<AuthOptions, "serviceId" | "userChange">, Pick<WebStoreOptions, "storage"> {
  /** Where the service is; a path for the origin of the page. */
  readonly baseUrl: string;
}

export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch("config.json");
  if (!response.ok) throw new Error(`config.json was answered with ${response.status}`);
  return response.json();
}
