import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { busChannel } from "../../src/bus/open-bus.ts";
import { openDatabase } from "../../src/db/node.ts";
import { startServer } from "../../src/index.ts";
import { eventually } from "../bus/test-bus.ts";
import { newDatabase } from "../support/db.ts";

/** Settings of a server on a new database. */
async function settingsOf(bus_url: string): Promise<Record<string, unknown>> {
  const { settings, remove } = await newDatabase();
  onTestFinished(remove);
  return { ...settings, port: 0, log_format: "json", bus_url };
}

it("a server starts, serves and stops while its bus cannot be reached", async () => {
  // A port that is free.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  for (const scheme of ["nats", "tls", "redis", "rediss", "postgres"]) {
    const lines: string[] = [];
    const settings = await settingsOf(`${scheme}://fleet:kept-secret@127.0.0.1:${port}`);
    const running = await startServer({ settings, writeLog: (line) => lines.push(line) });
    await eventually(() => expect(lines.filter((line) => line.includes("bus disconnected"))).toHaveLength(1));
    const ping = await fetch(`${running.baseUrl}/tests/ping`);
    expect(ping.status).toBe(200);
    await running.close();
    expect(lines.join("\n")).not.toContain("kept-secret");
    expect(lines.filter((line) => line.includes("bus"))).toEqual([
      expect.stringMatching(
        `"level":"warn","message":"bus disconnected: .*"bus":"${scheme}://127.0.0.1:${port}","reason":"`,
      ),
    ]);
  }
});

it("a server can use its own database as the bus", async () => {
  const settings = await settingsOf("postgres");
  const lines: string[] = [];
  const running = await startServer({ settings, writeLog: (line) => lines.push(line) });
  onTestFinished(running.close);
  await eventually(() => expect(lines).toContainEqual(expect.stringContaining('"message":"bus connected"')));
  const listening = await running.db.query(
    "select from pg_stat_activity where datname = current_database() and query like 'select pg_notify%'",
  );
  expect(listening).toHaveLength(1);
});

it("every database has a channel of its own, which stays the same", async () => {
  const targets = [await newDatabase(), await newDatabase()];
  onTestFinished(async () => void (await Promise.all(targets.map(({ remove }) => remove()))));
  const channels: string[] = [];
  for (const { target } of [...targets, ...targets]) {
    const database = await openDatabase(target);
    channels.push(await busChannel(database.owner));
    await database.close();
  }
  expect(channels[0]).toMatch(/^fleet\.positions\.[\da-f-]{36}$/);
  expect(channels.slice(2)).toEqual(channels.slice(0, 2));
  expect(new Set(channels).size).toBe(2);
});
