import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { codeBlocks } from "@fleet-api-tools/repo-checks";
import { createAuth } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin, useServer } from "./support/service.ts";

const reader = { username: "demo-read-only", password: "fleet-demo-read-only" };

const reason = whyNoRequests();
if (reason !== undefined) console.log(`skipped: ${reason}`);

/** Why the program of the guide cannot run here, or `undefined`. */
function whyNoRequests(): string | undefined {
  try {
    execFileSync("python3", ["-c", "import requests"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "the guide's program in Python because there is no Requests; install with: apt-get install python3-requests";
  }
}

describe.skipIf(reason !== undefined)("the guide's program in Python", () => {
  // The service replaces the token on every use, so that the program has to follow it.
  const server = useServer({
    settings: { memory: true, port: 0, demo: true, log_level: "silent", rotate_after_ms: 0 },
  });
  const clientOf = (credentials: typeof admin): FleetClient => {
    const { baseUrl } = server();
    return createFleetClient({ baseUrl, ...createAuth({ baseUrl, credentials }).bind() });
  };
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fleet-mirror-"));
    const [program = ""] = codeBlocks("packages/docs/guides/11-sync.md", "python");
    const here = program.replace("http://127.0.0.1:4080", new URL(server().baseUrl).origin);
    await writeFile(join(folder, "mirror.py"), here);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function mirror(): Promise<string> {
    const env = { ...process.env, API_USER: reader.username, API_PASSWORD: reader.password };
    const { stdout } = await promisify(execFile)("python3", ["mirror.py", "units.db"], { cwd: folder, env });
    return stdout;
  }

  /** The records of the copy in the order of their ids, without what they quote from other records. */
  function readCopy(): unknown[] {
    const copy = new DatabaseSync(join(folder, "units.db"));
    const rows = copy.prepare("select record from units order by id").all();
    copy.close();
    return rows.map(({ record }) => withoutQuoted(JSON.parse(String(record))));
  }

  test("has what the listing has, although units change while it runs", async () => {
    expect(await mirror()).toBe("74 units\n");
    let isWriting = true;
    const writing = changeUnits(clientOf(admin)).finally(() => (isWriting = false));
    while (isWriting) await mirror();
    await writing;
    await mirror();
    const listed = await clientOf(reader).units.listing().toArray();
    expect(listed).toHaveLength(61);
    expect(readCopy()).toEqual(listed.map(withoutQuoted));
  });

  test("begins again when the database was restored, and removes what does not come again", async () => {
    await mirror();
    const before = readCopy();
    const copy = new DatabaseSync(join(folder, "units.db"));
    copy.exec("insert into units values (999999, '{}', 0)");
    copy.close();
    await server().db.query("update change_feed set epoch = gen_random_uuid()");
    expect(await mirror()).toBe(`${before.length} units\n`);
    expect(readCopy()).toEqual(before);
  });
});

/** Changes units in every way in which the feed can report it. */
async function changeUnits(fleet: FleetClient): Promise<void> {
  const [first = expect.fail("no units"), ...units] = await fleet.units.listing({ query: { client_id: 1 } }).toArray();
  const body = { client_id: 1, name: "Night shift" };
  const { data: group } = await fleet.unitGroups.create({ body }).orThrow();
  const path = { unit_group_id: group.id };
  await fleet.unitGroups.addUnits({ path, body: { unit_ids: [first.id, ...units.map(({ id }) => id)] } }).orThrow();
  for (const [index, { id: unit_id, vehicle_id }] of units.entries()) {
    await fleet.units.update({ path: { unit_id }, body: { name: `Van ${index}` } }).orThrow();
    if (vehicle_id !== null) {
      const removed = fleet.vehicles.unassignUnit({ path: { vehicle_id }, body: { reason: "Moved" } });
      await removed.orThrow();
    }
    if (index % 3 > 0) await fleet.units.delete({ path: { unit_id } }).orThrow();
    if (index % 3 > 1) await fleet.units.restore({ path: { unit_id } }).orThrow();
  }
  await fleet.unitGroups.removeUnits({ path, body: { unit_ids: [first.id] } }).orThrow();
  await fleet.unitGroups.delete({ path }).orThrow();
}

const { Unit = {} } = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json")).components.schemas;
const quoted = new Set(
  Object.entries(Unit.properties ?? {}).flatMap(([name, each]) => (each["x-quoted"] ? [name] : [])),
);

function withoutQuoted(unit: object): object {
  return Object.fromEntries(Object.entries(unit).filter(([name]) => !quoted.has(name)));
}

test("the contract marks what a unit quotes from other records", () => {
  expect([...quoted]).toEqual(["client", "vehicle", "state"]);
});
