/**
 * The quick start: logs in, prints the User record, lists every unit over several pages while the
 * service rotates the token, and shows that the newest token is held.
 */
import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";

/** Where to go and as whom. */
interface QuickStartOptions {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  /** Takes each line. @default console.log */
  readonly print?: (line: string) => void;
}

/** Runs the quick start; throws when anything is not as it should be. */
export async function quickStart(options: QuickStartOptions): Promise<void> {
  const { baseUrl, username, password, print = console.log } = options;

  await using auth = createAuth({ baseUrl, credentials: async () => ({ username, password }) });
  const fleet = createFleetClient({ baseUrl, ...auth.bind() });

  const login = await fleet.auth.login({ body: { username, password } }).orThrow();
  const user = login.data;
  print(`Logged in as ${user.full_name} (${user.username}), partner ${user.partner.name}, user ${user.id}.`);
  print(`The User record has ${Object.keys(user).length} fields: ${Object.keys(user).join(", ")}.`);

  const check = await fleet.auth.permission({ path: { resource: "units", action: "view" } }).orThrow();
  print(`${check.data.title}: ${check.data.allow ? "allowed" : "not allowed"}.`);

  const perPage = 25;
  const names: string[] = [];
  let total = 0;
  for await (const page of fleet.units.listing({ query: { per_page: perPage } }).pages()) {
    total = page.pagination.total;
    names.push(...page.data.map((unit) => unit.name));
    print(`Page ${page.pagination.page}: ${page.data.length} units, ${names.length} of ${total}.`);
  }
  if (names.length !== total || new Set(names).size !== total) {
    throw new Error(
      `The listing gave ${names.length} units, ${new Set(names).size} of them different, instead of ${total}.`,
    );
  }

  const newest = await fleet.auth.token().orThrow();
  const { rotations } = auth.stats();
  print(`The service replaced the token ${rotations} times on the way; the client stored each newer one.`);
  if (newest.data.token !== `bearer ${await auth.getToken()}`) {
    throw new Error("The token that is held is not the newest one.");
  }
  print("The newest token is held.");
}
