import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { demoLogins } from "../../src/index.ts";
import { Lane } from "./lane.ts";
import { requestKinds } from "./request-kinds.ts";
import type { MeasuredServer } from "./start-measured-server.ts";
import { startMeasuredServer } from "./start-measured-server.ts";

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

// The measurement itself is left to the full run, which would be the first to see that a new operation cannot be repeated.
it("every kind of request succeeds more than once, for who may do everything and for who may not", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fleet-lane-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const server = await startMeasuredServer(directory, "cheap");
  onTestFinished(() => server.stop());
  const logins = demoLogins.filter(({ username }) => ["demo-partner-admin", "demo-client-north"].includes(username));
  expect(logins).toHaveLength(2);
  const failed = await Promise.all(
    logins.map(async (login) => {
      const lane = new Lane(server, login);
      const errors: string[] = [];
      for (const [name, kind] of Object.entries(requestKinds)) {
        await lane.logIn();
        for (let count = 0; count < 2; count += 1)
          await kind(lane).catch((error: unknown) => errors.push(`${login.username} ${name}: ${String(error)}`));
      }
      return errors;
    }),
  );
  expect(failed.flat()).toEqual([]);
});
