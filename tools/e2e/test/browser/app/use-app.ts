import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import type { Credentials } from "@fleet-api/auth";
import type { BrowserContext } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { AppConfig } from "../../../app/src/config.ts";
import { listen, stopListening } from "../support/page-server.ts";
import type { RecordedCall, RecordingProxy } from "../support/proxies.ts";
import { startHidingProxy, startRecordingProxy } from "../support/proxies.ts";
import type { BrowserKind, BrowserSetup } from "../support/tabs.ts";
import type { AppTab } from "./app-tab.ts";
import { openApp } from "./app-tab.ts";

/** The app as it is installed: where the service is for it, and what it does when another user comes. */
export type Installation = "direct" | "same" | "stop" | "follow" | "local" | "hidden";

/** One profile of the browser with tabs of the app. */
export interface AppProfile {
  readonly context: BrowserContext;
  tab(installation: Installation): Promise<AppTab>;
  logins(): number;
}

/** What the cases of the app share. */
export interface AppSetup {
  readonly setup: BrowserSetup;
  readonly site: () => AppSite;
  readonly proxy: () => RecordingProxy;
  readonly profile: (kind?: BrowserKind) => Promise<AppProfile>;
  /** What the service got through the proxy since this was called. */
  readonly watch: () => () => RecordedCall[];
}

/** Two users of the demo who see different units. */
export const north: Credentials = { username: "demo-client-north", password: "fleet-demo-client-north" };
export const south: Credentials = { username: "demo-client-south", password: "fleet-demo-client-south" };

/** The app, built and served, before the service of the suite. */
export function useApp(setup: BrowserSetup): AppSetup {
  let site: AppSite | undefined;
  let proxy: RecordingProxy | undefined;
  let hiding: Awaited<ReturnType<typeof startHidingProxy>> | undefined;

  beforeAll(async () => {
    const { baseUrl } = setup.server();
    const recording = await startRecordingProxy(baseUrl);
    [proxy, hiding] = [recording, await startHidingProxy(baseUrl)];
    const configs: Readonly<Record<Installation, AppConfig>> = {
      direct: { baseUrl, serviceId: baseUrl },
      same: { baseUrl: "/api/v1" },
      stop: { baseUrl: recording.baseUrl },
      follow: { baseUrl: recording.baseUrl, userChange: "follow" },
      local: { baseUrl: recording.baseUrl, storage: "local" },
      hidden: { baseUrl: hiding.baseUrl, serviceId: baseUrl },
    };
    site = await serveApp(configs, recording.handle);
  });
  beforeEach(() => setup.server().rotateAfter("default"));
  afterAll(() => Promise.all([site?.close(), proxy?.close(), hiding?.close()]));

  return {
    setup,
    site: () => started(site),
    proxy: () => started(proxy),
    async profile(kind) {
      const { context, logins } = await setup.profile(kind);
      return { context, logins, tab: (name) => openApp(context, `${started(site).origin}/${name}/`) };
    },
    watch() {
      const { calls } = started(proxy);
      const before = calls.length;
      return () => calls.slice(before);
    },
  };
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("The app is not served yet.");
  return thing;
}

const root = fileURLToPath(new URL("../../../app", import.meta.url));
const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", json: "application/json" };

/** The built app, once for each configuration: `/<name>/` of one origin. */
interface AppSite {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the app, and the service below `/api/` of the same origin. */
async function serveApp(
  configs: Readonly<Record<string, AppConfig>>,
  service: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<AppSite> {
  const files = await buildApp();
  const server = createServer((request, response) => {
    const { url = "" } = request;
    if (url.startsWith("/api/")) return void service(request, response).catch(() => response.destroy());
    const [, config = "", file = ""] = /^\/(\w+)\/([^?]*)/.exec(url) ?? [];
    const body = file === "config.json" ? JSON.stringify(configs[config]) : files.get(file || "index.html");
    const type = types[file.split(".").at(-1) || "html"] ?? "text/plain";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  });
  const origin = await listen(server);
  return { origin, close: () => stopListening(server) };
}

/** Paths and contents of the built files. Nothing is written. */
async function buildApp(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({ root, logLevel: "warn", build: { write: false } });
  const [result = built] = Array.isArray(built) ? built : [built];
  if (!("output" in result)) throw new Error("Vite watches instead of building.");
  return new Map(result.output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]));
}
