import type { Fetch } from "../platform.ts";
import type { CallParts } from "./pending-call.ts";
import { readFetchCall } from "./request.ts";
import { retryUnauthorized } from "./retry-unauthorized.ts";
import { prepareCall, sendCall } from "./send-call.ts";

/** Drop-in `fetch` that sends the token, takes newer ones, and repeats what was refused. */
export function createFetch(parts: CallParts): Fetch {
  const transport = parts.context.platform.fetch;
  return async (input, init) =>
    prepareCall(parts, readFetchCall(input, init, transport, parts.context.settings.prefix), true, async (pending) =>
      retryUnauthorized(parts, pending, await sendCall(parts, pending)),
    );
}
