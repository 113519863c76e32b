import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { demoLogins } from "../../src/index.ts";
import { Lane } from "./lane.ts";
import type { MeasuredServer } from "./start-measured-server.ts";

const unused = (): Promise<never> => Promise.reject(new Error("No test needs this."));

it("a connection that the server closes without an answer is an error, when the lane waits for one", async () => {
  const closing = createServer((socket) => socket.on("error", () => {}).once("data", () => socket.end()));
  onTestFinished(() => void closing.close());
  await once(closing.listen(0, "127.0.0.1"), "listening");
  const { port } = closing.address() as AddressInfo;
  const server: MeasuredServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    sample: unused,
    invitation: unused,
    dropInvitations: () => {},
    nextMessage: unused,
    leak: unused,
    stop: unused,
  };
  const [login] = demoLogins;
  if (login === undefined) throw new Error("There is no demo login.");
  const lane = new Lane(server, login);
  // Every second one waits for the answer.
  const [waits] = [await lane.cut("/a").catch(String), await lane.cut("/a").catch(String)].filter(Boolean);
  expect(waits).toBe("Error: GET /a: the server closed the connection without an answer.");
});
