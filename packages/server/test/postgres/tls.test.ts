import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { PrivatePostgres } from "@fleet-api-tools/test-postgres";
import { startPrivatePostgres, testPassword } from "@fleet-api-tools/test-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { DbAbortedError, DbUnavailableError, noScope, rows } from "../../src/db/index.ts";
import { openDatabase } from "../../src/db/node.ts";
import { hasOpenssl, makeCertificate } from "../support/certificates.ts";
import { runServer } from "../support/run-server.ts";
import { asAdministrator } from "../support/postgres.ts";

if (!hasOpenssl) console.warn("skipped: PostgreSQL over TLS, because there is no openssl to make certificates with");

const folder = mkdtempSync(join(tmpdir(), "fleet-tls-"));
let postgres: PrivatePostgres;

interface Address {
  readonly host?: string;
  readonly password?: string;
}

function url(
  parameters: Record<string, string>,
  { host = "localhost", password = testPassword }: Address = {},
): string {
  const { port, user, database } = postgres.address;
  const query = new URLSearchParams(parameters).toString();
  return `postgres://${user}:${password}@${host}:${port}/${database}?${query}`;
}

function open(databaseUrl: string): Promise<Database> {
  return openDatabase({ kind: "postgres", url: databaseUrl, ownerUrl: databaseUrl, maxConnections: 3 });
}

/** Why a server with this URL cannot be used; none of it may repeat the password. */
async function refusal(databaseUrl: string): Promise<string> {
  const error: unknown = await open(databaseUrl).catch((thrown: unknown) => thrown);
  if (!(error instanceof DbUnavailableError)) throw new Error("It was not refused.", { cause: error });
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(testPassword);
  return error.message;
}

describe.skipIf(!hasOpenssl)("PostgreSQL over TLS", () => {
  let authority = "";
  let otherAuthority = "";

  beforeAll(async () => {
    const { certificate, key } = makeCertificate(folder, "server", "DNS:localhost");
    authority = certificate;
    otherAuthority = makeCertificate(folder, "other", "DNS:localhost").certificate;
    postgres = await startPrivatePostgres({
      tcp: true,
      tls: { certificate: readFileSync(certificate, "utf8"), key: readFileSync(key, "utf8") },
    });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(["verify-full", "require"])("encrypts every connection: sslmode=%s", async (sslmode) => {
    const database = await open(url({ sslmode, sslrootcert: authority }));
    onTestFinished(() => database.close());
    const work = database.unitOfWork(noScope);
    await Promise.all([work.read(rows("select pg_sleep(0.1)")), work.read(rows("select pg_sleep(0.1)"))]);
    const connections = await database.owner.query<{ ssl: boolean }>(
      `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'fleet-server'`,
    );
    expect(connections).toEqual([{ ssl: true }, { ssl: true }, { ssl: true }]);
  });

  it("cancels the statement of a request whose client goes", async () => {
    const database = await open(url({ sslmode: "verify-full", sslrootcert: authority }));
    onTestFinished(() => database.close());
    const running = (): Promise<object[]> =>
      database.owner.query(
        "select from pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query like '%pg_sleep%'",
      );
    const leaving = new AbortController();
    const slow = database.unitOfWork(noScope, { signal: leaving.signal }).read(rows("select pg_sleep(30)"));
    await expect.poll(running).toHaveLength(1);
    leaving.abort();
    await expect(slow).rejects.toBeInstanceOf(DbAbortedError);
    await expect.poll(running).toEqual([]);
  });

  it.each(["verify-full", "verify-ca", "require", "prefer"])(
    "is refused with a certificate of another authority: sslmode=%s",
    async (sslmode) => {
      expect(await refusal(url({ sslmode, sslrootcert: otherAuthority }))).toMatch(/cannot be reached: .*certificate/);
      expect(await refusal(url({ sslmode }))).toMatch(/cannot be reached: .*certificate/);
    },
  );

  it("is refused with a certificate for another host", async () => {
    const elsewhere = url({ sslmode: "verify-full", sslrootcert: authority }, { host: "127.0.0.1" });
    expect(await refusal(elsewhere)).toMatch(/cannot be reached: .*IP: 127\.0\.0\.1 is not in the cert's list/);
  });

  it("is refused without the file of the authority, and with a wrong password", async () => {
    const missing = join(folder, "missing.pem");
    expect(await refusal(url({ sslmode: "verify-full", sslrootcert: missing }))).toContain(`open '${missing}'`);
    const nonsense = join(folder, "nonsense.pem");
    writeFileSync(nonsense, "no certificate");
    expect(await refusal(url({ sslmode: "verify-full", sslrootcert: nonsense }))).toMatch(/certificate/);
    const wrong = url({ sslmode: "verify-full", sslrootcert: authority }, { password: `not-${testPassword}` });
    expect(await refusal(wrong)).toContain("password authentication failed");
  });

  it("is told by the command in one line", async () => {
    const other = url({ sslmode: "require", sslrootcert: otherAuthority });
    const { status, errors } = await runServer({ DATABASE_URL: other }).ended;
    expect({ status, errors }).toEqual({
      status: 1,
      errors: expect.stringMatching(/^The database .*certificate.*\n$/),
    });
    expect(errors).not.toContain(testPassword);
  });

  it("is refused where the server has none", async () => {
    await asAdministrator(postgres.address, "alter system set ssl = off");
    await postgres.crash();
    await postgres.restart();
    for (const sslmode of ["verify-full", "require"]) {
      expect(await refusal(url({ sslmode, sslrootcert: authority }))).toMatch(/cannot be reached: .*not support SSL/);
    }
  });
});
