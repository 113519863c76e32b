/** The Node host of the kernel. */
export { createHost } from "./host.ts";
export type { Host, HostOptions } from "./host.ts";
export { ListenError } from "./listen.ts";
export type { Listening } from "./listen.ts";
