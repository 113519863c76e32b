/** The demo fleet. */
export { demoLogins } from "./demo-logins.ts";
export type { DemoLogin, DemoRole } from "./demo-logins.ts";
export { demoAgencies, demoClients, demoPartner } from "./organisation.ts";
export type { DemoClient } from "./organisation.ts";
export { demoRegistrationEmail, seedDemo } from "./seed-demo.ts";
export type { SeedDemoOptions } from "./seed-demo.ts";
export { growFleet } from "./grow-fleet.ts";
export type { FleetGrowth } from "./grow-fleet.ts";
