import { expect, it } from "vitest";
import { encodeEvent } from "../../src/kernel/events.ts";
import type { SendEvents } from "../../src/kernel/index.ts";
import { fakeHandlers } from "../kernel/support/fake-service.ts";
import { call, openSocket, startHost } from "./support/running-host.ts";

it("a stream that its reader leaves is answered once", async () => {
  let opened = 0;
  let left = (): void => {};
  const isLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  const events: SendEvents = (sink) => {
    opened += 1;
    sink.write(encodeEvent({ id: "1" }));
    return { drained: () => {}, closed: left };
  };
  const { port, logged } = await startHost({
    kernel: { handlers: { ...fakeHandlers([]), monitoringStream: async () => ({ events }) } },
  });
  const socket = await openSocket(port);
  socket.write("GET /api/v1/monitoring/stream HTTP/1.1\r\nHost: a\r\nAuthorization: bearer good\r\n\r\n");
  socket.once("data", () => socket.destroy());
  await isLeft;
  // By the time it answers the next request, the server has dealt with the reader that left.
  expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
  expect([opened, logged]).toEqual([1, []]);
});
