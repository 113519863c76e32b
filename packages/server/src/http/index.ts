/** The Node host of the kernel. */
export { createHost } from "./host.ts";
export type { Host, HostOptions, Timeouts } from "./host.ts";
export type { CorsOptions } from "./cors.ts";
export { ListenError } from "./listen.ts";
export type { Listening, ListenOptions } from "./listen.ts";
