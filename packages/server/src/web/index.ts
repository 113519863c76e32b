/** The reference server where there is no Node: in a Web Worker of a page, and on Bun and Deno. */
export { removePositions } from "../telemetry/remove-positions.ts";
export { demoLogins, seedDemoPositions } from "../demo/index.ts";
export type { DemoLogin } from "../demo/index.ts";
export { MigrationError } from "../db/index.ts";
export type { Database, Db } from "../db/index.ts";
export type { PgliteInstance } from "../db/pglite/message-server.ts";
export { contractCheck } from "../kernel/index.ts";
export { createLog, manualClock, seededRandom, systemClock } from "../platform/index.ts";
export type { Clock, Log, ManualClock, Passwords, Random } from "../platform/index.ts";
export { noIntegrations } from "../platform/integrations.ts";
export type { Integrations } from "../platform/integrations.ts";
export type { OutboxMessage } from "../outbox.ts";
export { createWebServer } from "./create-web-server.ts";
export type { WebServer, WebServerOptions } from "./create-web-server.ts";
export { openInlineDatabase } from "../db/pglite/inline-link.ts";
export type { InlineOptions } from "../db/pglite/inline-link.ts";
