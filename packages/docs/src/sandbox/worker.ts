/** The reference server in a Web Worker: PostgreSQL with the demo fleet, and the service over it. */
import { PGlite } from "@electric-sql/pglite";
import { createWebServer, demoLogins, openInlineDatabase, seedDemoPositions, systemClock } from "@fleet-api/server/web";
import { startLiveFleet } from "./live-fleet.ts";
import { loadParts } from "./load-parts.ts";
import { moveInstants, SANDBOX_KEY, SEEDED_AT } from "./seeded.ts";
import type { BootMessage, SandboxMessage, SandboxParts, ToPage } from "./protocol.ts";
import { explain, serveRequests } from "./serve-requests.ts";

/** A module without content, in place of initdb: the database is there already. */
const NOTHING = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

addEventListener("message", ({ data }: MessageEvent<BootMessage>) => boot(data), { once: true });

function boot({ port, from }: BootMessage): void {
  const tell = (message: ToPage): void => port.postMessage(message);
  const fail = (error: unknown): void => tell({ kind: "failed", message: explain(error) });
  // PGlite does not wait for everything that it begins, and never opens when that fails.
  const onRejection = ({ reason }: PromiseRejectionEvent): void => fail(reason);
  addEventListener("unhandledrejection", onRejection);
  start(port, from, tell)
    .then(() => removeEventListener("unhandledrejection", onRejection))
    .catch(fail);
}

async function start(port: MessagePort, from: BootMessage["from"], tell: (message: ToPage) => void): Promise<void> {
  const parts = isLoaded(from) ? from : await loadParts(from, (loadedBytes) => tell({ kind: "progress", loadedBytes }));
  tell({ kind: "loaded", parts });
  const pglite = await openPglite(parts);
  const age = systemClock.now().getTime() - SEEDED_AT;
  await pglite.exec(moveInstants(age));
  // What waits in the template is sealed there with the instants of then.
  let waited = age;
  const database = await openInlineDatabase(pglite, {
    onLost: (error) => tell({ kind: "failed", message: explain(error) }),
  });
  await seedDemoPositions(database.owner, systemClock.now());
  const server = await createWebServer({
    database,
    secretKey: SANDBOX_KEY,
    onMessage: (message) => tell({ kind: "mail", message: later(message, waited) }),
  });
  waited = 0;
  const { setVisible } = startLiveFleet(server, systemClock);
  serveRequests(port, { ...server, setVisible });
  tell({ kind: "ready", logins: demoLogins });
}

function later(message: SandboxMessage, ms: number): SandboxMessage {
  const { token, expires_at } = message.payload;
  return { ...message, payload: { token, expires_at: new Date(Date.parse(expires_at) + ms).toISOString() } };
}

function isLoaded(from: BootMessage["from"]): from is SandboxParts {
  return from.data instanceof Blob;
}

async function openPglite({ pglite, data, template }: SandboxParts): Promise<PGlite> {
  return PGlite.create({
    pgliteWasmModule: pglite,
    initdbWasmModule: await WebAssembly.compile(NOTHING),
    fsBundle: data,
    loadDataDir: template,
  });
}
