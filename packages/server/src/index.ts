/** The reference server of the Fleet API: contract-first, with an embedded Postgres. */
export { demoLogins } from "./demo/index.ts";
export type { DemoLogin } from "./demo/index.ts";
export { growFleet } from "./demo/index.ts";
export type { FleetGrowth } from "./demo/index.ts";
export { DataDirectoryError, DataDirectoryInUseError, MigrationError } from "./db/index.ts";
export type { Db } from "./db/index.ts";
export { contractCheck } from "./kernel/index.ts";
export { ListenError } from "./http/index.ts";
export { manualClock } from "./platform/index.ts";
export type { Clock, ManualClock, Passwords } from "./platform/index.ts";
export { ConfigError } from "./platform/node.ts";
export type { Config } from "./platform/node.ts";
export { noIntegrations } from "./platform/integrations.ts";
export type { Integrations } from "./platform/integrations.ts";
export type { OutboxMessage } from "./outbox.ts";
export { startServer } from "./server.ts";
export type { RunningServer, ServerOptions } from "./server.ts";
