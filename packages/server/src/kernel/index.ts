/** The contract kernel: from a request to a response, as the contract says. */
export { createKernel } from "./kernel.ts";
export type { Kernel, KernelOptions } from "./kernel.ts";
export { BodyBuffer } from "./body-buffer.ts";
export { contractCheck, ContractBreach } from "./check-response.ts";
export type { CheckResponse, ResponseValidators } from "./check-response.ts";
export { ProblemError } from "./problem.ts";
export type { Finding, ProblemCode, ProblemExtra } from "./problem.ts";
export {
  headTooLarge,
  malformed,
  maxHeadBytes,
  maxHeaderFields,
  methodNotAllowed,
  payloadTooLarge,
  tooManyFields,
} from "./problems.ts";
export type { ReadBody, RequestHead } from "./request-head.ts";
export type { Asked, KernelResponse } from "./response.ts";
export { startingKernel } from "./starting-kernel.ts";
export { rawJson } from "./reply.ts";
export type { RawJson } from "./reply.ts";
export type {
  Authenticate,
  Authenticated,
  Authorize,
  GroupHandlers,
  Handler,
  HandlerCall,
  Handlers,
  MissingPermission,
  Reply,
  RequestView,
} from "./types.ts";
