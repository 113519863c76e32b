/** The demo fleet. */
export { demoLogins } from "./demo-users.ts";
export type { DemoLogin } from "./demo-users.ts";
export { seedDemoPositions } from "./demo-positions.ts";
export { seedDemo } from "./seed-demo.ts";
export { growFleet } from "./grow-fleet.ts";
export type { FleetGrowth } from "./grow-fleet.ts";
