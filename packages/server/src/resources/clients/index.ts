/** The Clients resource group. */
export { createClientsHandlers } from "./handlers.ts";
