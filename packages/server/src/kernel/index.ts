/** The contract kernel: from a request to a response, as the contract says. */
export { createKernel, startingKernel } from "./kernel.ts";
export type { Kernel, KernelOptions } from "./kernel.ts";
export { BodyBuffer } from "./fetch-face.ts";
export { contractCheck, ContractBreach } from "./check-response.ts";
export type { CheckResponse, ResponseValidators } from "./check-response.ts";
export { MAX_BUFFERED_BYTES } from "./events.ts";
export type { SendEvents } from "./events.ts";
export { ProblemError } from "./problem.ts";
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
export { rawJson, textOf } from "./reply.ts";
export type { Authenticate, Authorize, HandlerCall, Handlers } from "./types.ts";
