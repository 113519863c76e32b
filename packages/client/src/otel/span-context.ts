import { context as active, type Context } from "@opentelemetry/api";
import type { CallContext, CallState } from "../call/middleware.ts";

const contexts = new WeakMap<CallState, Context>();

/** Keeps the context of the call's span: without a context manager, which a page rarely has, there is no active one. */
export function keepContext({ call }: CallContext, context: Context): void {
  contexts.set(call, context);
}

/** The context that spans of this call belong to: the one that was kept, else the active one. */
export function contextOf({ call }: CallContext): Context {
  return contexts.get(call) ?? active.active();
}
