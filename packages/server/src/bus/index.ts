/** The bus on every platform. What connects servers needs Node, and is opened by `open-bus.ts`. */
export type { Bus } from "./bus.ts";
export { localBus } from "./local-bus.ts";
