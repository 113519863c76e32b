/** The Clients resource group. */
export { createClientsHandlers } from "./handlers.ts";
export { clients } from "./table.ts";
