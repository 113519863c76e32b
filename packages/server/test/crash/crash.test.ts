import { byTier } from "@fleet-api-tools/test-tier";
import { expect, it, onTestFinished } from "vitest";
import { demoLogins } from "../../src/index.ts";
import type { Child } from "../support/child.ts";
import { startChild } from "../support/child.ts";
import { newDatabase, onPostgres } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

/** A client that logs in and uses its token: what an answer told it was acknowledged. */
interface Client {
  token: string;
  /** All tokens that it was given: those that were replaced stay valid. */
  readonly given: string[];
}

interface Served {
  readonly child: Child;
  readonly baseUrl: string;
}

const CLIENTS = 4;
const [login] = demoLogins;

/**
 * Kills the server again and again while clients log in and rotate: nothing that was acknowledged may be lost. On the
 * database of the project: in a directory, or on PostgreSQL.
 */
function defineCrashTest(cycles: number): void {
  const directory = useTemporaryDirectories();
  it(
    `loses no acknowledged login or rotation in ${cycles} crashes`,
    async () => {
      const chosen = JSON.stringify(await chooseDatabase(directory));
      let server = await serve(chosen);
      onTestFinished(() => server.child.kill());
      let checked = 0;
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const clients = await Promise.all(Array.from({ length: CLIENTS }, () => logIn(server)));
        await crashAfter(rotationsBefore(cycle), server, clients);
        server = await serve(chosen);
        for (const client of clients) {
          const known = client.token;
          for (const token of client.given.slice()) {
            const status = await use(server, client, token);
            expect([status, ordinal(client.token) >= ordinal(known)]).toEqual([200, true]);
          }
          checked += 1;
        }
        if ((cycle + 1) % 20 === 0) console.log(`${cycle + 1} of ${cycles} crashes survived`);
      }
      expect(checked).toBe(cycles * CLIENTS);
    },
    600_000 + cycles * 20_000,
  );
}

async function chooseDatabase(directory: () => string): Promise<Readonly<Record<string, unknown>>> {
  if (!onPostgres) return { data: directory() };
  const database = await newDatabase();
  onTestFinished(database.remove);
  return database.settings;
}

async function serve(settings: string): Promise<Served> {
  const child = startChild("child-serves", settings);
  return { child, baseUrl: await child.line("serving") };
}

async function logIn({ baseUrl }: Served): Promise<Client> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: login?.username, password: login?.password }),
  });
  await response.text();
  expect(response.status).toBe(200);
  const token = response.headers.get("authorization") ?? "";
  return { token, given: [token] };
}

/** One request with a token of the client, the newest unless told otherwise; takes the newer one from the answer. */
async function use({ baseUrl }: Served, client: Client, token = client.token): Promise<number> {
  const response = await fetch(`${baseUrl}/auth/token`, { headers: { authorization: token } });
  const newer = response.headers.get("authorization");
  if (newer !== null) {
    client.token = newer;
    client.given.push(newer);
  }
  await response.text();
  return response.status;
}

/** Another moment in every cycle, near the start or after many writes. */
function rotationsBefore(cycle: number): number {
  return 5 + 7 * (cycle % 20);
}

/** Kills the server once the clients together took as many rotations. Any answer but 200 until then is a failure. */
async function crashAfter(rotations: number, server: Served, clients: readonly Client[]): Promise<void> {
  let killed: Promise<void> | undefined;
  const takenTogether = (): number => clients.reduce((sum, client) => sum + client.given.length - 1, 0);
  const useUntilTheCrash = async (client: Client): Promise<void> => {
    for (;;) {
      const status = await use(server, client).catch((error: unknown) => {
        if (killed === undefined) throw error;
      });
      if (status === undefined) return;
      expect(status).toBe(200);
      if (takenTogether() >= rotations) killed ??= server.child.kill();
    }
  };
  await Promise.all(clients.map(useUntilTheCrash));
  await killed;
}

/** The place of a token in its chain: `f1.<ordinal>.<secret>`. */
function ordinal(token: string): number {
  return Number(token.split(".")[1]);
}

defineCrashTest(byTier(2, 10, 200));
