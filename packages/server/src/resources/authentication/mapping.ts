import type { User } from "@fleet-api/contract/types/authentication";
import type { Integrations } from "../../platform/integrations.ts";
import type { UserRow } from "./repository.ts";

type Permissions = User["permissions"];

/** The User record of the contract (section 2.1 of the source description). */
export function toUser(row: UserRow, permissions: Permissions, integrations: Integrations): User {
  const { account_type: account } = row;
  return {
    id: row.id,
    account_type: {
      id: account.id,
      name: account.name,
      description: account.description,
      access_level: { level: account.access_level, name: account.access_level_name },
      product_code: account.product_code,
      created_at: row.account_type_created_at,
      updated_at: row.account_type_updated_at,
    },
    username: row.username,
    email: row.email,
    title: row.title,
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: `${row.first_name} ${row.last_name}`.trim(),
    position: row.position,
    employee_no: row.employee_no,
    cellphone: row.cellphone,
    national_id: row.national_id,
    timezone: named(row.timezone, row.timezone),
    country: named(row.country, displayName("region", row.country)),
    language: named(row.language, displayName("language", row.language)),
    logged_in: row.logged_in,
    ip: row.ip,
    created_at: row.created_at,
    updated_at: row.updated_at,
    accessed_at: row.accessed_at,
    accessed_route: row.accessed_route,
    pubsub: { ...integrations.pubsub, uuid: row.pubsub_uuid },
    file_upload: integrations.file_upload,
    map_vendor: integrations.map_vendor,
    sse: integrations.sse,
    user_photo_urls: row.photo_urls,
    partner: row.partner,
    agency: row.agency,
    clients: row.clients,
    settings: row.settings,
    permissions,
  };
}

/** The contract gives timezone, country and language as a map with one entry; without a value the map is empty. */
function named(key: string, value: string): Record<string, string> {
  return key === "" ? {} : { [key]: value };
}

function displayName(type: "region" | "language", code: string): string {
  if (code === "") return "";
  return new Intl.DisplayNames(["en"], { type, fallback: "code" }).of(code) ?? code;
}
