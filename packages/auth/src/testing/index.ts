/**
 * Tools for tests: a conformance suite for token stores, a store that fails as planned, and a service that rotates
 * tokens, in virtual time or on a loopback port. For any test runner; no dependencies.
 *
 * @module
 */
export type { StoreBacking, StoreSubject } from "./conformance/case-context.ts";
export { faultyStore, type FaultyCall, type FaultyStore, type PlannedFault, type StoreFault } from "./faulty-store.ts";
export { isLinearizable, type RegisterCall } from "./linearizable.ts";
export type { LoopbackServer } from "./loopback.ts";
export {
  rotatingServer,
  type MintPolicy,
  type MintPosition,
  type RotatingServer,
  type RotatingServerOptions,
  type Scheduler,
  type ServedRequest,
  type ServerFault,
} from "./rotating-server.ts";
export { storeConformance, type ConformanceCase } from "./store-conformance.ts";
export { seeded, virtualTime, type VirtualTime } from "./virtual-time.ts";
