import type { Fetch } from "../platform.ts";
import type { CallParts } from "./pending-call.ts";
import { readCall } from "./request.ts";
import { retryUnauthorized } from "./retry-unauthorized.ts";
import { prepareCall, sendCall } from "./send-call.ts";

/** Drop-in `fetch` that sends the token, takes newer ones, and repeats what was refused. */
export function createFetch(parts: CallParts): Fetch {
  const transport = parts.context.platform.fetch;
  return async (input, init) =>
    prepareCall(parts, readCall(input, init, transport), true, async (pending) =>
      retryUnauthorized(parts, pending, await sendCall(parts, pending)),
    );
}
