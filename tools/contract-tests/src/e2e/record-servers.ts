import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { vi } from "vitest";
import type * as server from "@fleet-api/server";
import type { RunningServer, ServerOptions } from "@fleet-api/server";
import { record } from "../traffic/record.ts";
import { writeHar } from "../traffic/har.ts";
import { trafficFolder } from "./traffic-folder.ts";

// A set-up file of the end-to-end tests: every server that they start gets a recorder in front, and they are none the
// wiser. The HAR file is written when the server is closed.
vi.mock("@fleet-api/server", async (importOriginal) => {
  const original = await importOriginal<typeof server>();
  const startServer = async (options?: ServerOptions): Promise<RunningServer> => {
    const running = await original.startServer(options);
    const recorder = await record(running.baseUrl);
    const close = async (): Promise<void> => {
      await running.close();
      await recorder[Symbol.asyncDispose]();
      await writeHar(join(folder(), `${randomUUID()}.har`), recorder.exchanges);
    };
    return { ...running, baseUrl: recorder.baseUrl, close };
  };
  return { ...original, startServer };
});

function folder(): string {
  const value = process.env[trafficFolder];
  if (value === undefined) throw new Error(`${trafficFolder} does not name the folder for the traffic.`);
  return value;
}
