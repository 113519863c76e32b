import type { Middleware } from "../call/middleware.ts";
import { type CallEnd, type CallSubject, endOf, subjectOf } from "./call-record.ts";
import { ownSecrets } from "./redact.ts";

/**
 * What the channels carry: plain data without secrets. One object per call, so that a subscriber can use it as a key;
 * the members of {@link CallEnd} come with the end.
 */
export type CallMessage = CallSubject & Partial<CallEnd>;

/**
 * Publishes calls on the channels `fleet-api:call:start`, `fleet-api:call:error` (failures only) and
 * `fleet-api:call:end` (always last) of `node:diagnostics_channel`. Does nothing where that module does not exist, and
 * while nobody subscribes.
 */
export function diagnostics(): Middleware {
  // Asked for by name: an import would break every page.
  const channel = globalThis.process?.getBuiltinModule?.("node:diagnostics_channel")?.channel;
  if (!channel) return (context, next) => next(context);
  const start = channel("fleet-api:call:start");
  const error = channel("fleet-api:call:error");
  const end = channel("fleet-api:call:end");
  return async (context, next) => {
    if (!start.hasSubscribers && !error.hasSubscribers && !end.hasSubscribers) return next(context);
    const message: CallMessage = subjectOf(context);
    const begin = context.platform.monotonic();
    start.publish(message);
    const result = await next(context);
    Object.assign(message, endOf(context, result, context.platform.monotonic() - begin, ownSecrets(context.input)));
    if (!result.ok) error.publish(message);
    end.publish(message);
    return result;
  };
}
