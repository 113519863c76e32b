import type { StreamEvent } from "@fleet-api/contract/types/monitoring";
import { expect, it, onTestFinished } from "vitest";
import type { RunningServer } from "../../src/index.ts";
import { startServer } from "../../src/index.ts";
import { head } from "../../src/resources/monitoring/arrivals.ts";
import { eventually } from "../bus/test-bus.ts";
import { newDatabase } from "../support/db.ts";
import { logIn } from "../support/caller.ts";
import { openStream } from "../support/event-reader.ts";
import { interceptMessages } from "../support/messages.ts";
import { cheapPasswords } from "../support/service.ts";

/** Two servers of one database with the demo fleet. */
async function startTwo(settings: Record<string, unknown>): Promise<[RunningServer, RunningServer]> {
  const database = await newDatabase();
  onTestFinished(database.remove);
  const lines: string[] = [];
  const start = async (): Promise<RunningServer> => {
    const all = { ...database.settings, port: 0, demo: true, log_format: "json", ...settings };
    const server = await startServer({
      settings: all,
      passwords: cheapPasswords,
      writeLog: (line) => lines.push(line),
    });
    onTestFinished(server.close);
    return server;
  };
  const servers: [RunningServer, RunningServer] = [await start(), await start()];
  if ("bus_url" in settings) {
    await eventually(() => expect(lines.filter((line) => line.includes("bus connected"))).toHaveLength(2));
  }
  return servers;
}

let instants = 0;
/** Stores a position on a server; resolves with its `recorded_at`. */
async function store({ baseUrl }: RunningServer, token: string): Promise<string> {
  instants += 1;
  const recorded_at = new Date(Date.now() - 60_000 + instants).toISOString();
  const response = await fetch(`${baseUrl}/monitoring/positions`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ items: [{ unit_id: 1, recorded_at, latitude: 0, longitude: -30 }] }),
  });
  expect(await response.json()).toMatchObject({ data: { stored: 1 } });
  return recorded_at;
}

const instantsOf = (event: StreamEvent): string[] =>
  event.event === "positions" ? event.data.map((each) => each.recorded_at) : [];

const hasInstant =
  (recorded_at: string) =>
  (event: StreamEvent): boolean =>
    instantsOf(event).includes(recorded_at);

it.each([[{}], [{ bus_url: "postgres" }]])(
  "a stream has what another server stores, with the settings %j",
  async (settings) => {
    const [one, other] = await startTwo(settings);
    const token = await logIn(one.baseUrl);
    const stream = await openStream(`${one.baseUrl}/monitoring/stream`, { token });
    const stored: string[] = [];
    const seen: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      stored.push(await store(other, token));
      seen.push(...(await stream.until(hasInstant(stored.at(-1) ?? ""))).flatMap(instantsOf));
    }
    expect(seen).toEqual(stored);
  },
);

it("a stream continues on another server when its own stops", async () => {
  const [one, other] = await startTwo({});
  const token = await logIn(one.baseUrl);
  const stream = await openStream(`${one.baseUrl}/monitoring/stream`, { token });
  const first = await store(other, token);
  await stream.until(hasInstant(first));
  const { id } = stream;
  const closed = one.close();
  expect((await stream.rest()).at(-1)).toMatchObject({ event: "end", data: { reason: "shutdown" } });
  await closed;
  const missed = [await store(other, token), await store(other, token)];
  const next = await openStream(`${other.baseUrl}/monitoring/stream`, { token, lastEventId: id });
  const seen = await next.until(hasInstant(missed[1] ?? ""));
  expect(seen.flatMap(instantsOf)).toEqual(missed);
});

it("a stream that is opened while its server stops says where to continue", async () => {
  const [one, other] = await startTwo({});
  const token = await logIn(one.baseUrl);
  let closed: Promise<void> | undefined;
  interceptMessages((message) => {
    if (message.some(({ sql }) => sql === head.sql)) closed ??= one.close();
    return message;
  });
  const stream = await openStream(`${one.baseUrl}/monitoring/stream`, { token });
  expect(await stream.rest()).toMatchObject([{ event: "end", data: { reason: "shutdown" } }]);
  await closed;
  const missed = await store(other, token);
  const next = await openStream(`${other.baseUrl}/monitoring/stream`, { token, lastEventId: stream.id });
  expect((await next.until(hasInstant(missed))).flatMap(instantsOf)).toEqual([missed]);
});

it("a logout on another server ends the stream", async () => {
  const [one, other] = await startTwo({});
  const token = await logIn(one.baseUrl);
  const stream = await openStream(`${one.baseUrl}/monitoring/stream`, { token });
  await fetch(`${other.baseUrl}/auth/logout`, { method: "POST", headers: { authorization: token } });
  expect((await stream.rest()).at(-1)).toMatchObject({ event: "end", data: { reason: "access_changed" } });
});
