import { readTokenText } from "./bearer.ts";
import { enter, mend, send } from "./calls.ts";
import { answered, createCore, type Core, type Part } from "./core.ts";
import { AuthError } from "./errors.ts";
import { acquire } from "./held-token.ts";
import type { CoreOptions } from "./options.ts";
import { describeCall } from "./outgoing.ts";
import type { Session } from "./session.ts";
import { beginAndCancelLogin } from "./token-state.ts";

// Symbol.asyncDispose is younger than some of the runtimes that this package supports.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** Options of {@link createSession}. */
export interface SessionOptions extends CoreOptions {
  /** What the session can do beyond keeping its token: `renewWith()`, `loginWith()`, `reconcile()`, `keepAlive()`. Default: nothing. */
  readonly parts?: readonly Part[];
}

/**
 * Makes a small session, which can do what its parts say: see {@link SessionOptions} and {@link Session}. Without parts
 * it keeps a token that is adopted, or that a login sent through it was answered with, and rejects with
 * `login_required` when that is refused. Throws an `AuthError` with code `insecure_base_url` or `invalid_option`.
 *
 * @example
 * const session = createSession({ baseUrl });
 * session.adopt(token);
 * await session.fetch(`${baseUrl}/units/listing`);
 */
export function createSession({ parts, ...options }: SessionOptions): Session {
  return facesOf(createCore(options, parts));
}

/** What every session can do. */
export function facesOf(core: Core): Session {
  const { closing, listeners } = core;
  let disposal: Promise<void> | undefined;
  const dispose = async (): Promise<void> => {
    closing.abort(new AuthError("disposed", "session disposed"));
    await answered(core);
    await core.keeper?.close();
    listeners.clear();
  };

  return {
    async fetch(input, init) {
      const passage = await enter(core, describeCall(core, input, init));
      return mend(core, passage, await send(core, passage));
    },
    getToken: () => acquire(core),
    adopt(text) {
      closing.signal.throwIfAborted();
      beginAndCancelLogin(core, readTokenText(text), "adopted");
    },
    subscribe(listener) {
      listeners.set(listener, false);
      return () => void listeners.delete(listener);
    },
    [asyncDispose]: () => (disposal ??= dispose()),
  };
}
