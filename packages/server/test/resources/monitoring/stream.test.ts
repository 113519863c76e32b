import type { LiveUnit, Position, StreamEvent } from "@fleet-api/contract/types/monitoring";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventReader } from "../../support/event-reader.ts";
import { openStream, RefusedStream } from "../../support/event-reader.ts";
import { installationRequests } from "../../support/installations.ts";
import type { Message } from "../../support/messages.ts";
import { interceptMessages, recordMessages } from "../../support/messages.ts";
import { positionRequests } from "../../support/positions.ts";
import { useService } from "../../support/service.ts";

const service = useService();
const MINUTE = 60_000;

/** Requests of a user, whose session lasts for a part of the time that a test lets pass. */
async function requests(username?: string) {
  const token = await service.login(username);
  const sender = { call: service.call, clock: service.clock, db: () => service.server.db, token: () => token };
  return { token, ...positionRequests(sender), ...installationRequests(sender) };
}

const urlOf = (query = ""): string => `${service.server.baseUrl}/monitoring/stream?${query}`;

/** Opens a stream of a user; each test reads on streams of its own. */
async function open(query = "", username?: string, lastEventId?: string): Promise<EventReader> {
  const { token } = await requests(username);
  return openStream(urlOf(query), { token, ...(lastEventId !== undefined && { lastEventId }) });
}

let instants = 0;
/** A position of a unit at an instant of its own. */
function position(unit_id: number): { unit_id: number; recorded_at: string; latitude: number; longitude: number } {
  instants += 1;
  const recorded_at = new Date(service.clock.now().getTime() + instants).toISOString();
  return { unit_id, recorded_at, latitude: 0, longitude: -30 };
}

const positionsIn = (events: readonly StreamEvent[]): Position[] =>
  events.flatMap((event) => (event.event === "positions" ? event.data : []));
const unitsIn = (events: readonly StreamEvent[]): LiveUnit[] =>
  events.flatMap((event) => (event.event === "units" ? event.data : []));
const hasPosition =
  (unit: number) =>
  (event: StreamEvent): boolean =>
    event.event === "positions" && hasUnit(unit)(event);
const hasUnit =
  (unit: number) =>
  (event: StreamEvent): boolean =>
    (event.event === "positions" || event.event === "units") && event.data.some(({ unit_id }) => unit_id === unit);

/** How a stream ends: its last event, after which the service closes it. */
const endOf = async (stream: EventReader): Promise<unknown> => (await stream.rest()).at(-1)?.data;

const refusal = async (opening: Promise<unknown>): Promise<unknown[]> => {
  const error = await opening.then(
    () => new Error("The stream was opened."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedStream)) throw error;
  const { code, errors } = Object(error.problem);
  return [error.status, code, ...(errors ?? []).map((each: { name?: string }) => each.name)];
};

describe("a stream", () => {
  it("has the headers that proxies and browsers need, and begins with an id", async () => {
    const { store, unit } = await requests();
    const stream = await open();
    const id = await unit(1);
    await store([position(id)]);
    const [first] = await stream.until(hasUnit(id));
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "access-control-allow-origin": "*",
    });
    expect(stream.asides).toEqual(["retry: 3000", expect.stringMatching(/^id: [\w-]+$/)]);
    expect(first?.id).not.toBe(stream.asides[1]?.slice(4));
  });

  it.each([
    ["demo-partner-admin", "", [1, 2, 3]],
    ["demo-partner-admin", "client_id=2", [2]],
    ["demo-agency-admin-1", "", [1, 2]],
    ["demo-agency-admin-1", "client_id=3", []],
    ["demo-agency-admin-2", "", [3]],
    ["demo-client-north", "", [1]],
    ["demo-client-north", "client_id=2", []],
  ])("shows %s with %j the positions of the clients %j", async (username, query, clients) => {
    const { store, unit } = await requests();
    const units = new Map<number, number>();
    for (const client of [1, 2, 3]) units.set(client, await unit(client));
    const stream = await open(`${query}&channels=telemetry,units`, username);
    const all = await open();
    const last = await unit(1);
    await store([...units.values()].map((id) => position(id)));
    await store([position(last)]);
    const seen = positionsIn(await all.until(hasUnit(last)));
    expect(seen.map(({ client_id }) => client_id)).toEqual([1, 2, 3, 1]);
    // A stream that shows nothing of this moves on all the same.
    stream.close();
    const behind = await open(`${query}&channels=telemetry,units`, username, stream.id);
    const shown =
      clients.length === 0 ? [] : await behind.until(hasPosition(Math.max(...clients.map((c) => units.get(c) ?? 0))));
    expect(new Set(positionsIn(shown).map(({ client_id }) => client_id))).toEqual(new Set(clients));
    expect(new Set(unitsIn(shown).map(({ client_id }) => client_id))).toEqual(new Set(clients));
  });

  it("sends only the requested units, with their current states", async () => {
    const { store, unit } = await requests();
    const [one, other] = [await unit(1), await unit(1)];
    const stream = await open(`unit_ids=${one}&channels=units,telemetry`);
    await store([position(other), { ...position(one), speed_kmh: 50, odometer_m: 12_000 }]);
    const events = await stream.until(({ event }) => event === "positions");
    expect(events.map(({ event }) => event)).toEqual(["units", "positions"]);
    expect(positionsIn(events)).toMatchObject([{ unit_id: one, speed_kmh: 50 }]);
    const state = { connection_status: "online", movement_status: "moving", odometer_m: 12_000 };
    expect(unitsIn(events)).toMatchObject([{ unit_id: one, client_id: 1, state }]);
  });

  it("shows no driver of the client that had the vehicle before", async () => {
    const { call, at, insert, vehicle, unit, moveTo, assign, store } = await requests();
    const [car, device] = [await vehicle(1), await unit(2)];
    const driver_id = await insert("drivers", { client_id: 1, first_name: "Former", last_name: "Driver" });
    const assignment = { driver_id, vehicle_id: car, started_at: at(-MINUTE) };
    expect((await call("POST", "/drivers/assignments", assignment)).status).toBe(201);
    await moveTo("vehicles", car, 2);
    service.clock.advance(MINUTE);
    expect((await assign(car, device)).status).toBe(200);
    service.clock.advance(MINUTE);
    const south = await requests("demo-client-south");
    const [, cursor] = await south.follow(null);
    const stream = await openStream(urlOf(), south);
    await store([position(device)]);
    const live = positionsIn(await stream.until(hasUnit(device)));
    expect(live.map(({ vehicle_id, driver_id: shown }) => [vehicle_id, shown])).toEqual([[car, null]]);
    expect((await south.follow(cursor))[0]).toEqual(live);
  });

  it("sends units that have stopped reporting", async () => {
    const { store, unit } = await requests();
    const id = await unit(1);
    const stream = await open("channels=units");
    await store([position(id)]);
    await stream.until(hasUnit(id));
    service.clock.advance(11 * MINUTE);
    const events = await stream.until(hasUnit(id));
    expect(unitsIn(events).find(({ unit_id }) => unit_id === id)?.state.connection_status).toBe("idle");
    expect(stream.asides).toContain(":");
  });

  it("continues after the last event, in a header or a parameter, and after a cursor of the feed", async () => {
    const { store, unit, follow } = await requests();
    const id = await unit(2);
    const [, cursor] = await follow(null);
    const first = await open();
    await store([position(id)]);
    await first.until(hasUnit(id));
    first.close();
    const sent = [position(id), position(id), position(id)];
    for (const each of sent) await store([each]);
    const times = sent.map(({ recorded_at }) => recorded_at);
    const isLast = (event: StreamEvent): boolean =>
      event.event === "positions" && event.data.some(({ recorded_at }) => recorded_at === times.at(-1));
    const read = async (stream: EventReader) => positionsIn(await stream.until(isLast)).map((each) => each.recorded_at);
    expect(await read(await open("", undefined, first.id))).toEqual(times);
    expect(await read(await open(`cursor=${first.id}`))).toEqual(times);
    expect(await read(await open(`cursor=${cursor}`, undefined, first.id))).toEqual(times);
    expect((await read(await open(`cursor=${cursor}`))).slice(-3)).toEqual(times);
    // For the coverage of the contract, which knows only these requests.
    const { token } = await requests();
    const headers = { "last-event-id": first.id };
    const again = await service.call("GET", `/monitoring/stream?cursor=${cursor}`, { token, headers });
    expect([again.status, again.body]).toEqual([200, null]);
  });

  it("moves the place of a reader for whom nothing came", async () => {
    const { store, unit, token } = await requests();
    const [quiet, busy] = [await unit(1), await unit(1)];
    const stream = await openStream(urlOf(`unit_ids=${quiet}`), { token });
    const all = await openStream(urlOf(), { token });
    await store([position(busy)]);
    await all.until(hasUnit(busy));
    const next = stream.next();
    service.clock.advance(16_000);
    await expect.poll(() => stream.id).toBe(all.id);
    await store([position(quiet)]);
    expect(positionsIn([(await next) ?? expect.fail()]).map(({ unit_id }) => unit_id)).toEqual([quiet]);
  });

  it("shows that it works to a reader who has more than this server has read", async () => {
    const { store, unit, follow, token } = await requests();
    await openStream(urlOf(), { token });
    interceptMessages((message) => {
      const isOfServer = message.length === 1 && message[0]?.sql.includes("from change_feed c, position_feed p");
      return isOfServer ? [{ sql: "select 1 / 0", params: [] }] : message;
    });
    await store([position(await unit(1))]);
    const [, cursor] = await follow(null);
    const stream = await openStream(urlOf(`cursor=${cursor}`), { token });
    void stream.next().catch(() => null);
    service.clock.advance(16_000);
    await expect.poll(() => stream.asides.slice(2)).toEqual([":", `id: ${cursor}`]);
  });

  it("begins now, with a reset event, when its cursor has expired", async () => {
    const { store, unit, follow } = await requests();
    const id = await unit(1);
    const [, cursor] = await follow(null);
    const parts: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const foreign = Buffer.from(JSON.stringify(parts.with(1, "another database"))).toString("base64url");
    const stream = await open(`cursor=${foreign}`);
    const [reset] = await stream.until(({ event }) => event === "reset");
    expect(reset?.data).toEqual({ reason: "cursor_expired" });
    await store([position(id)]);
    expect(positionsIn(await stream.until(hasUnit(id))).map(({ unit_id }) => unit_id)).toEqual([id]);
  });

  it.each([
    ["cursor=!", "cursor"],
    ["cursor=abc", "cursor"],
    ["unit_ids=x", "unit_ids"],
    ["channels=commands", "channels"],
  ])("refuses %s", async (query, name) => {
    expect(await refusal(open(query))).toEqual([422, "validation_failed", name]);
  });

  it("refuses a Last-Event-ID of a stream of another client", async () => {
    const { id } = await open("client_id=1");
    expect(await refusal(open("client_id=2", undefined, id))).toEqual([422, "validation_failed", "Last-Event-ID"]);
    expect(await refusal(open("", undefined, "abc"))).toEqual([422, "validation_failed", "Last-Event-ID"]);
  });

  it("reads each batch once for all streams, however large it is, while their readers keep up", async () => {
    const { store, unit } = await requests();
    const id = await unit(3);
    const streams = [await open("client_id=3"), await open("client_id=3"), await open()];
    const messages = recordMessages();
    for (let batch = 0; batch < 6; batch += 1) {
      const items = Array.from({ length: 500 }, () => position(id));
      await store(items);
      const isLast = (event: StreamEvent): boolean =>
        positionsIn([event]).some(({ recorded_at }) => recorded_at === items.at(-1)?.recorded_at);
      for (const stream of streams) expect(positionsIn(await stream.until(isLast))).toHaveLength(500);
    }
    const has = (text: string) => (message: Message) => message.some(({ sql }) => sql.includes(text));
    // The request that stores a batch looks into it as well.
    expect(messages.filter(has("from arrivals a")).filter((message) => !has("insert into")(message))).toHaveLength(6);
  });

  it("repeats and loses nothing when the database fails for a moment", async () => {
    const { store, unit } = await requests();
    const id = await unit(1);
    const stream = await open(`channels=telemetry,units&unit_ids=${id}`);
    let failures = 3;
    interceptMessages((message) => {
      if (failures === 0 || !message.some(({ sql }) => sql.startsWith("select t.id as unit_id"))) return message;
      failures -= 1;
      return message.map(() => ({ sql: "select 1 / 0", params: [] }));
    });
    const sent = [position(id), position(id)];
    for (const each of sent) await store([each]);
    const last = position(id);
    await expect.poll(() => failures, { timeout: 10_000 }).toBe(0);
    await store([last]);
    const isLast = (event: StreamEvent): boolean =>
      positionsIn([event]).some(({ recorded_at }) => recorded_at === last.recorded_at);
    const times = positionsIn(await stream.until(isLast)).map(({ recorded_at }) => recorded_at);
    expect(times).toEqual([...sent, last].map(({ recorded_at }) => recorded_at));
  });

  it("does not show a unit to its former owner", async () => {
    const { store, unit, moveTo } = await requests();
    const [id, last] = [await unit(1), await unit(1)];
    const [north, all] = [await open("channels=telemetry,units", "demo-client-north"), await open()];
    await store([position(id)]);
    await north.until(hasPosition(id));
    service.clock.advance(MINUTE);
    await moveTo("units", id, 2);
    service.clock.advance(MINUTE);
    await store([position(id)]);
    await store([position(last)]);
    const seen = await north.until(hasPosition(last));
    expect([...positionsIn(seen), ...unitsIn(seen)].map(({ unit_id }) => unit_id)).toEqual([last, last]);
    expect(positionsIn(await all.until(hasUnit(last))).map(({ client_id }) => client_id)).toEqual([1, 2, 1]);
  });

  it("takes no place when it is requested with HEAD", async () => {
    const { token } = await requests();
    const response = await fetch(urlOf(), { method: "HEAD", headers: { authorization: token } });
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      200,
      "text/event-stream",
      "",
    ]);
    const head = (): Promise<Response> => fetch(urlOf(), { method: "HEAD", headers: { authorization: token } });
    for (let n = 0; n < 12; n += 1) expect((await head()).status).toBe(200);
  });

  it("is refused to a user who has 10, in whichever sessions", async () => {
    const username = "demo-client-south";
    const streams = [];
    for (let n = 0; n < 10; n += 1) streams.push(await open("", username));
    expect(await refusal(open("", username))).toEqual([429, "too_many_requests"]);
    streams[3]?.close();
    await expect
      .poll(() =>
        open("", username).then(
          () => "open",
          () => "refused",
        ),
      )
      .toBe("open");
  });
});

describe("a stream ends", () => {
  /** More than the buffers of a connection hold. */
  const BATCHES = 60;

  it("when its session ends, and no other", async () => {
    const [one, other] = [await requests(), await requests()];
    const stream = await openStream(urlOf(), one);
    const stays = await openStream(urlOf(), other);
    await service.call("POST", "/auth/logout", { token: one.token });
    expect(await endOf(stream)).toEqual({ reason: "access_changed" });
    const id = await other.unit(1);
    await other.store([position(id)]);
    expect(positionsIn(await stays.until(hasUnit(id)))).toHaveLength(1);
    expect(await refusal(openStream(urlOf(), one))).toEqual([401, "token_revoked"]);
  });

  it.each([
    [
      "the right is taken away",
      "delete from role_permissions p using users u where u.role_id = p.role_id and u.username = $1 and p.resource = 'monitoring' and p.action = 'view'",
    ],
    [
      "another client is added",
      "insert into user_clients (user_id, client_id) select id, 2 from users where username = $1",
    ],
    ["the user is disabled", "update users set disabled_at = '2026-03-01T12:00:00Z' where username = $1"],
  ])("when %s", async (_what, sql) => {
    const username = "demo-client-west";
    const db = service.server.db;
    const [before] = await db.query<{ role_id: number }>("select role_id from users where username = $1", [username]);
    const kept = await db.query<{ resource: string; action: string }>(
      "select resource, action from role_permissions where role_id = $1",
      [before?.role_id ?? 0],
    );
    onTestFinished(async () => {
      await db.query("update users set disabled_at = null where username = $1", [username]);
      await db.query(
        "delete from user_clients c using users u where u.id = c.user_id and u.username = $1 and c.client_id = 2",
        [username],
      );
      for (const { resource, action } of kept) {
        await db.query(
          "insert into role_permissions (role_id, resource, action) values ($1, $2, $3) on conflict do nothing",
          [before?.role_id ?? 0, resource, action],
        );
      }
      await db.query("update roles set version = version + 1");
    });
    const stream = await open("", username);
    await db.query(sql, [username]);
    await db.query("update roles set version = version + 1");
    expect(await endOf(stream)).toEqual({ reason: "access_changed" });
  });

  it("before it shows anything more, if sessions could not be checked", async () => {
    const [{ store, unit }, { token }] = [await requests(), await requests("demo-client-north")];
    const id = await unit(1);
    const stream = await openStream(urlOf(), { token });
    await store([position(id)]);
    await stream.until(hasUnit(id));
    await service.call("POST", "/auth/logout", { token });
    let failures = 2;
    interceptMessages((message) => {
      if (failures === 0 || !message.some(({ sql }) => sql.includes("from sessions s join users u"))) return message;
      failures -= 1;
      return message.map(() => ({ sql: "select 1 / 0", params: [] }));
    });
    service.clock.advance(11_000);
    await store([position(id)]);
    await expect.poll(() => failures, { timeout: 5000 }).toBe(0);
    expect(await stream.rest()).toMatchObject([{ data: { reason: "access_changed" } }]);
  });

  it("after an hour", async () => {
    const stream = await open();
    service.clock.advance(61 * MINUTE);
    expect(await endOf(stream)).toEqual({ reason: "renewal" });
  });

  it("when its reader reads nothing, and then continues without a gap", async () => {
    const { send, unit } = await requests();
    const id = await unit(3);
    const { token } = await requests("demo-client-east");
    const { hostname, port, pathname } = new URL(urlOf());
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let text = "";
    let check = (): void => {};
    socket.on("data", (chunk) => {
      text += String(chunk);
      check();
    });
    const untilText = (pattern: RegExp): Promise<string> =>
      new Promise((resolve) => {
        check = () => {
          const found = pattern.exec(text)?.[1];
          if (found !== undefined) resolve(found);
        };
        check();
      });
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: fleet\r\nauthorization: ${token}\r\n\r\n`);
    const first = await untilText(/\nid: (\S+)\n/);
    socket.pause();
    const sent: string[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const items = Array.from({ length: 500 }, () => position(id));
      sent.push(...items.map(({ recorded_at }) => recorded_at));
      expect((await send(items)).status).toBe(200);
    }
    service.clock.advance(MINUTE);
    // The stream counts until the service has let go of it.
    for (let n = 0; n < 9; n += 1) await openStream(urlOf(), { token });
    const another = (): Promise<string> =>
      openStream(urlOf(), { token }).then(
        () => "opened",
        () => "refused",
      );
    await expect.poll(another, { timeout: 10_000 }).toBe("opened");
    const ended = untilText(/event: end\ndata: (\S+)/);
    socket.resume();
    expect(JSON.parse(await ended)).toEqual({ reason: "too_slow" });
    const next = await open("", undefined, first);
    const read: string[] = [];
    while (read.length < sent.length)
      read.push(
        ...positionsIn(await next.until(({ event }) => event === "positions")).map(({ recorded_at }) => recorded_at),
      );
    expect(read).toEqual(sent);
  }, 60_000);
});

describe("a ticket", () => {
  const ticketOf = async (username?: string) => {
    const { token } = await requests(username);
    const { status, body } = await service.call<{ ticket: string; expires_at: string }>(
      "POST",
      "/monitoring/stream/ticket",
      { token },
    );
    expect(status).toBe(200);
    return { token, ...body.data };
  };
  const openWith = (ticket: string, query = "") => openStream(urlOf(`ticket=${ticket}&${query}`));

  it("opens streams for an hour, if it was used within a minute", async () => {
    const { ticket, expires_at } = await ticketOf();
    expect(Date.parse(expires_at) - service.clock.now().getTime()).toBe(MINUTE);
    service.clock.advance(59_000);
    (await openWith(ticket)).close();
    service.clock.advance(59 * MINUTE);
    const stream = await openWith(ticket, "client_id=1");
    service.clock.advance(2 * MINUTE);
    expect(await refusal(openWith(ticket))).toEqual([401, "unauthenticated"]);
    stream.close();
    const late = await ticketOf();
    service.clock.advance(MINUTE);
    expect(await refusal(openWith(late.ticket))).toEqual([401, "unauthenticated"]);
  });

  it("shows what its user may see, and ends with the session", async () => {
    const { store, unit } = await requests();
    const { ticket, token } = await ticketOf("demo-client-north");
    const stream = await openWith(ticket);
    const [other, own] = [await unit(2), await unit(1)];
    await store([position(other), position(own)]);
    expect(positionsIn(await stream.until(hasUnit(own))).map(({ unit_id }) => unit_id)).toEqual([own]);
    await service.call("POST", "/auth/logout", { token });
    expect(await endOf(stream)).toEqual({ reason: "access_changed" });
    expect(await refusal(openWith(ticket))).toEqual([401, "token_revoked"]);
  });

  it("opens nothing but streams, and is ignored when there is a token", async () => {
    const { ticket, token } = await ticketOf();
    const path = `/monitoring/summary?ticket=${ticket}`;
    expect((await service.call("GET", path)).status).toBe(401);
    expect(
      (await service.call("GET", "/monitoring/summary", { headers: { authorization: `bearer ${ticket}` } })).status,
    ).toBe(401);
    expect(await openStream(urlOf("ticket=nonsense"), { token })).toBeDefined();
    expect(await refusal(openStream(urlOf()))).toEqual([401, "unauthenticated"]);
    expect(await refusal(openStream(urlOf(`ticket=${ticket}&ticket=${ticket}`)))).toEqual([400, "malformed_request"]);
  });

  it("is invalid when its session has 50 newer ones", async () => {
    const { token, ticket } = await ticketOf();
    for (let n = 0; n < 50; n += 1) {
      service.clock.advance(1);
      await service.call("POST", "/monitoring/stream/ticket", { token });
    }
    expect(await refusal(openWith(ticket))).toEqual([401, "unauthenticated"]);
  });
});
