import { demoLogins } from "@fleet-api/server";
import { type Child, logIn } from "../server/child.ts";

/** Whose scope a user has: the whole partner, or one client each. */
export type ScopeOfUsers = "partner" | "client";

/** Makes users with the role of the partner's administrator, and logs them in; returns their access tokens. */
export async function makeUsers(child: Child, scope: ScopeOfUsers, count: number): Promise<string[]> {
  const [admin] = demoLogins;
  if (admin === undefined) throw new Error("The demo has no users.");
  const users = await child.query<{ username: string }>(
    `with made as (
       insert into users (account_type_id, role_id, scope_level, partner_id, username, email, password_hash, accessed_at,
         created_at, updated_at)
       select account_type_id, role_id, $1, partner_id, 'bench-' || $1 || '-' || n, 'bench-' || $1 || '-' || n || '@example.com',
         password_hash, accessed_at, created_at, updated_at
       from users, generate_series(1, $2::integer) n where username = $3 returning id, username),
     placed as (
       insert into user_clients (user_id, client_id)
       select u.id, c.id from (select id, row_number() over (order by id) as n from made) u
         join (select id, row_number() over (order by id desc) as n from clients) c on c.n = u.n
       where $1 = 'client' returning user_id)
     select username from made order by id`,
    [scope, count, admin.username],
  );
  const tokens: string[] = [];
  for (const { username } of users) tokens.push(await logIn(child.baseUrl, { username, password: admin.password }));
  return tokens;
}
