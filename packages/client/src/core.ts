/**
 * The small client: without the groups, without openapi-fetch, without retries unless they are given. Operations come
 * one by one from `@fleet-api/client/operations`, so that a bundle holds only those that it uses.
 *
 * @module
 */
export { type Core, createCore } from "./call/pipeline.ts";
export type { AnyCall } from "./call/call.ts";
export { FleetError, type FleetErrorFacts, isFleetError } from "./errors.ts";
export type { FailureKind, FleetErrorCode, FleetErrorKind } from "@fleet-api/contract";
export type { CallContext, CallState, Middleware, Next } from "./call/middleware.ts";
export type { OperationFacts } from "./call/operation.ts";
export type { CoreOptions } from "./options.ts";
export type { AnyFailure, AnyResult, AnySuccess } from "./call/result.ts";
export type { Clock, Platform, PlatformOptions, Timers } from "./platform.ts";
export type { HeadersInput } from "./transport/serialize-parameters.ts";
export type { JsonCodec, JsonOptions } from "./transport/json.ts";
export type {
  CallInput,
  Fetch,
  ReadResponse,
  Transport,
  TransportFactory,
  TransportRequest,
  TransportSettings,
} from "./transport/transport.ts";
export { fetchTransport } from "./transport/fetch.ts";
