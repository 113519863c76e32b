import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { inspect } from "node:util";
import { testPassword } from "@fleet-api-tools/test-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { localBus } from "../../src/bus/index.ts";
import { silentLog } from "../../src/platform/index.ts";
import type { Broker } from "./brokers.ts";
import { brokerKinds, brokerPassword } from "./brokers.ts";
import {
  eventually,
  heardBy,
  keptLog,
  newChannel,
  openSockets,
  publishUntilHeard,
  times,
  useBuses,
} from "./test-bus.ts";

const buses = useBuses();
const { open } = buses;

describe("a bus in its process", () => {
  it("tells its listeners at once, and none that has ended its subscription", () => {
    const bus = localBus(silentLog);
    const heard: string[] = [];
    const listener = (batch: number): void => void heard.push(`first ${batch}`);
    const end = bus.subscribe(listener);
    bus.subscribe(listener);
    bus.publish(1);
    end();
    end();
    bus.publish(2);
    expect(heard).toEqual(["first 1", "first 1", "first 2"]);
  });

  it("logs the error of a listener, and tells the others all the same", () => {
    const { log, lines } = keptLog();
    const bus = localBus(log);
    bus.subscribe(() => {
      throw new Error("out of order");
    });
    const heard = heardBy(bus);
    bus.publish(7);
    expect(heard).toEqual([7]);
    expect(lines).toEqual([expect.stringMatching(/^error a listener of the bus failed .*out of order/)]);
  });

  it("hears nothing after it was closed", async () => {
    const bus = localBus(silentLog);
    const heard = heardBy(bus);
    await bus.close();
    bus.publish(1);
    expect(heard).toEqual([]);
  });
});

for (const kind of brokerKinds) {
  const reason = kind.whyNot();
  if (reason !== undefined) console.warn(`skipped: ${reason}`);

  describe.skipIf(reason !== undefined)(`a bus over ${kind.name}`, () => {
    let broker: Broker;
    beforeAll(async () => {
      broker = await kind.start();
    });
    afterAll(() => broker?.stop());

    /** Another program on the channel; resolves when it is connected. */
    async function otherProgram(channel: string): Promise<{ texts: string[]; send: (text: string) => Promise<void> }> {
      const texts: string[] = [];
      const link = kind.link(broker.target.url, channel)({ onText: (text) => texts.push(text), onLost: () => {} });
      onTestFinished(() => link.close());
      await link.open();
      return { texts, send: (text) => link.send(text) };
    }

    it("tells its own listeners at once, without the broker", async () => {
      const bus = await open(broker.target);
      const heard = heardBy(bus);
      bus.publish(5);
      expect(heard).toEqual([5]);
    });

    it("tells every other server of its channel, and none of another", async () => {
      const channel = newChannel();
      const [first, second, third, stranger] = [
        await open(broker.target, { channel }),
        await open(broker.target, { channel }),
        await open(broker.target, { channel }),
        await open(broker.target),
      ];
      const [ofSecond, ofThird, ofStranger] = [heardBy(second), heardBy(third), heardBy(stranger)];
      await publishUntilHeard(first, ofSecond, 100);
      await publishUntilHeard(first, ofThird, 200);
      await publishUntilHeard(third, ofSecond, 9_007_199_254_740_000);
      expect(ofStranger).toEqual([]);
    });

    it("ignores what is no number of a batch", async () => {
      const channel = newChannel();
      const other = await otherProgram(channel);
      const heard = heardBy(await open(broker.target, { channel }));
      // The bus has subscribed.
      await eventually(() => expect(other.texts).toContain("0"));
      const garbage = [
        "hello",
        "-1",
        "1.5",
        "1e3",
        "0x10",
        " 7",
        "7\n",
        "9007199254740993",
        "9".repeat(400),
        "é\u0001",
      ];
      for (const text of [...garbage, "", "12"]) await other.send(text);
      await eventually(() => expect(heard).toEqual([12]));
    });

    it("sends the highest of many numbers that come at once", async () => {
      const channel = newChannel();
      const { texts } = await otherProgram(channel);
      const bus = await open(broker.target, { channel });
      await eventually(() => expect(texts).toEqual(["0"]));
      for (let batch = 1; batch <= 10_000; batch += 1) bus.publish(batch % 2 === 0 ? batch : 10_001 - batch);
      await eventually(() => expect(texts).toContain("10000"));
      expect(texts.length).toBeLessThan(5);
    });

    it("survives a broker that is killed, and tells the last number when it is back", async () => {
      const channel = newChannel();
      const { log, lines } = keptLog();
      const first = await open(broker.target, { channel, log });
      const second = await open(broker.target, { channel });
      const heard = heardBy(second);
      await publishUntilHeard(first, heard, 1);

      await broker.kill();
      await eventually(() => expect(lines).toHaveLength(2));
      const before = process.memoryUsage().heapUsed;
      for (let batch = 1000; batch < 11_000; batch += 1) first.publish(batch);
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
      expect(heard).not.toContain(10_999);

      await broker.restart();
      await publishUntilHeard(first, heard, 10_999);
      expect(heard.filter((batch) => batch >= 1000 && batch < 10_999)).toEqual([]);
      await eventually(() => expect(lines).toHaveLength(3));
      const address = `${new URL(broker.target.url).protocol}//${new URL(broker.target.url).host}`;
      expect(lines).toEqual([
        `info  bus connected bus=${address}`,
        expect.stringMatching(
          `warn  bus disconnected: positions that other servers store are noticed later bus=${address} reason=\\S+`,
        ),
        `info  bus connected bus=${address}`,
      ]);
    });

    it("works from the start without a broker, warns once, and connects as soon as there is one", async () => {
      await broker.kill();
      const channel = newChannel();
      const { log, lines } = keptLog("debug");
      const bus = await open(broker.target, { channel, log });
      const heard = heardBy(bus);
      bus.publish(41);
      expect(heard).toEqual([41]);
      await eventually(() => expect(lines.length).toBeGreaterThan(3));
      expect(lines.filter((line) => line.startsWith("warn"))).toHaveLength(1);
      expect(lines[0]).toMatch(/^warn  bus disconnected: .* reason=.*refused/i);

      await broker.restart();
      const other = heardBy(await open(broker.target, { channel }));
      await publishUntilHeard(bus, other, 42);
      expect(lines.at(-1)).toMatch(/^info  bus connected/);
    });

    it("connects again when a connection takes everything and delivers nothing", async () => {
      const channel = newChannel();
      const proxy = await startProxy(broker.port);
      const url = new URL(broker.target.url);
      url.host = `127.0.0.1:${proxy.port}`;
      const { log, lines } = keptLog();
      const target = { kind: broker.target.kind, url: url.href };
      const heard = heardBy(await open(target, { channel, log, times: { ...times, heartbeatMs: 300 } }));
      const other = await open(broker.target, { channel });
      await publishUntilHeard(other, heard, 1);
      proxy.swallowOpen();
      await eventually(() =>
        expect(lines.some((line) => line.includes("no message came back within 300 ms"))).toBe(true),
      );
      await publishUntilHeard(other, heard, 100_000);
    });

    it("shows the password neither in the log nor in an error", async () => {
      const url = new URL(broker.target.url);
      url.username = "nobody-there";
      const { log, lines } = keptLog("debug");
      await open({ kind: broker.target.kind, url: url.href }, { log });
      await eventually(() => expect(lines.length).toBeGreaterThan(2));
      expect(lines[0]).toMatch(/^warn {2}bus disconnected/);
      for (const secret of [brokerPassword, encodeURIComponent(brokerPassword), testPassword]) {
        expect(inspect(lines)).not.toContain(secret);
      }
    });

    it("ends with its connections when it is closed, whatever it does", async () => {
      const channel = newChannel();
      const connected = await open(broker.target, { channel });
      const heard = heardBy(connected);
      const other = await open(broker.target, { channel });
      await publishUntilHeard(other, heard, 1);
      const connecting = await open(broker.target, { channel });
      await Promise.all([connected.close(), connected.close(), connecting.close()]);
      const count = heard.length;
      connected.publish(50);
      const third = heardBy(await open(broker.target, { channel }));
      await publishUntilHeard(other, third, 60);
      expect(heard).toHaveLength(count);
      await buses.close();
      await eventually(() => expect(openSockets()).toBe(0));

      await broker.kill();
      const away = await open(broker.target);
      await away.close();
      await eventually(() => expect(openSockets()).toBe(0));
      await broker.restart();
    });

    it("can be closed while a broker accepts a connection and says nothing", async () => {
      const accepted: Socket[] = [];
      const server = createServer((socket) => void accepted.push(socket.on("error", () => {}).resume()));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = new URL(broker.target.url);
      url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { log, lines } = keptLog();
      const bus = await open({ kind: broker.target.kind, url: url.href }, { log });
      await eventually(() => expect(accepted).toHaveLength(1));
      await bus.close();
      await eventually(() => expect(accepted[0]?.destroyed).toBe(true));
      server.close();
      await eventually(() => expect(openSockets()).toBe(0));
      expect(lines).toEqual([]);
    });

    it("leaves nothing behind however often the broker is lost", async () => {
      await broker.kill();
      const { log, lines } = keptLog("debug");
      const warnings: Error[] = [];
      const keepWarning = (warning: Error): void => void warnings.push(warning);
      process.on("warning", keepWarning);
      const bus = await open(broker.target, { log, times: { minBackoffMs: 1, maxBackoffMs: 1 } });
      await eventually(() => expect(lines.length).toBeGreaterThan(100));
      await bus.close();
      await eventually(() => expect(openSockets()).toBe(0));
      process.off("warning", keepWarning);
      expect(warnings).toEqual([]);
      await broker.restart();
    });
  });
}

/** A proxy of which nobody notices that it passes nothing on any more. */
async function startProxy(port: number): Promise<{ readonly port: number; swallowOpen(): void }> {
  const all = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      all.add(from);
      from.on("error", () => {});
      from.on("close", () => void (dead.has(from) || to.destroy()));
      from.on("data", (chunk) => void (dead.has(from) || to.write(chunk)));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of all) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return {
    port: (server.address() as AddressInfo).port,
    swallowOpen: () => {
      for (const socket of all) dead.add(socket);
    },
  };
}
