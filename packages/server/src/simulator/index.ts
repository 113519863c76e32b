/** The invented island of the demo fleet, and a simulator that drives units over it. */
export { makeIsland } from "./island.ts";
export type { Island } from "./island.ts";
export type { Junction, Place, Road } from "./network.ts";
export type { LngLat } from "./plane.ts";
export { startSimulator } from "./simulator.ts";
export type { Simulator, SimulatorOptions } from "./simulator.ts";
