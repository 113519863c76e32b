/** The Units resource group. */
export { createOperations } from "./operations.ts";
export { units as table } from "./table.ts";
export { connectionStatus, includedState, stateJoin } from "./state.ts";
