import type { Credentials } from "@fleet-api/auth";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { AppConfig } from "../../../app/src/config.ts";
import { startHidingProxy } from "../support/hiding-proxy.ts";
import type { BrowserKind, BrowserSetup } from "../support/tabs.ts";
import { openApp, type AppTab } from "./app-tab.ts";
import { serveApp, type AppSite } from "./app-site.ts";
import { startRecordingProxy, type RecordedCall, type RecordingProxy } from "./recording-proxy.ts";

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
      direct: { baseUrl },
      same: { baseUrl: "/api/v1" },
      stop: { baseUrl: recording.baseUrl },
      follow: { baseUrl: recording.baseUrl, userChange: "follow" },
      local: { baseUrl: recording.baseUrl, storage: "local" },
      hidden: { baseUrl: hiding.baseUrl },
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
