import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startAttacker } from "../src/stalls/attacker.ts";

const request = Buffer.from("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/** An attacker of a server that does this with every request. */
async function attack(respond: (socket: Socket) => void, patienceMs?: number) {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {}).on("data", () => respond(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const attacker = startAttacker(port, request, patienceMs);
  onTestFinished(() => {
    attacker.stop();
    server.close();
  });
  return attacker;
}

test("counts answers", async () => {
  const attacker = await attack((socket) => socket.write(answer));
  await attacker.reach(5);
  expect([attacker.status, attacker.answered]).toEqual([200, expect.closeTo(5, -1)]);
});

test.each([
  ["closed", (socket: Socket) => void socket.end()],
  ["reset", (socket: Socket) => void socket.resetAndDestroy()],
])("a connection that is %s counts as an answer without a status", async (_how, respond) => {
  const attacker = await attack(respond);
  await attacker.reach(3);
  expect(attacker.status).toBeNull();
});

test("a connection that is closed after its answer counts once", async () => {
  let answers = 0;
  const attacker = await attack((socket) => {
    // The next request may arrive while the connection ends.
    if (socket.writableEnded) return;
    answers += 1;
    socket.end(answer);
  });
  await attacker.reach(10);
  expect([attacker.status, answers]).toEqual([200, 10]);
});

test("rejects when nothing comes for as long as it waits", async () => {
  const attacker = await attack(() => {}, 50);
  await expect(attacker.reach(1)).rejects.toThrow(/^no answer on port \d+ to GET \/ HTTP/);
  await expect(attacker.reach(1)).rejects.toThrow(/^no answer/);
});
