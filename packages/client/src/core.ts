/**
 * The small client: without the groups, without openapi-fetch, without retries unless they are given. Operations come
 * one by one from `@fleet-api/client/operations`, so that a bundle holds only those that it uses.
 */
export { type Core, createCore } from "./create-core.ts";
export { FleetError, type FleetErrorCode, type FleetErrorKind, isFleetError } from "./fleet-error.ts";
export type { CallContext, CallState, Middleware, Next } from "./middleware.ts";
export type { OperationFacts } from "./operation.ts";
export type { JsonCodec } from "./json/codec.ts";
export type { CoreOptions } from "./options.ts";
export type { AnyResult } from "./outcome.ts";
export type { Platform } from "./platform.ts";
export type { Answer, CallInput, Sending, Transport, TransportFactory } from "./transport.ts";
export { plainTransport } from "./transports/plain.ts";
