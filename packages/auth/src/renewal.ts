import type { Deadline } from "./deadline.ts";
import { orAborted } from "./deadline.ts";
import { AuthError } from "./errors.ts";
import type { Emitter } from "./events.ts";
import type { Keeper } from "./keeper.ts";
import type { Login } from "./login.ts";
import type { Credentials, Settings } from "./options.ts";
import type { CallStamp, TokenState } from "./token-state.ts";

/** Gets a token when there is none, or when the held one is refused. One flight at a time; all who need it join. */
export interface Renewal {
  /** A token to send with: the held one, the stored one, or that of a login. */
  acquire(signal: AbortSignal | undefined): Promise<string>;
  /** Another token than the one that a call was refused with, or `undefined` if a login would be in vain. */
  replace(stamp: CallStamp, signal: AbortSignal | undefined): Promise<string | undefined>;
  /** Logs in because the application says so. */
  login(given: Credentials | undefined): Promise<void>;
}

/** A token that a login gave is not given up for another login before this time, unless it worked at least once. */
const graceMs = 60_000;

/** What renewal works with. */
export interface RenewalParts {
  readonly settings: Settings;
  readonly state: TokenState;
  readonly keeper: Keeper;
  readonly login: Login;
  readonly deadline: Deadline;
  readonly emit: Emitter["emit"];
}

/** Refuses on behalf of an ended session. */
export function endedError(by: "here" | "store"): AuthError {
  const who = by === "here" ? "this session was logged out" : "another user of the token store logged this session out";
  return new AuthError("logged_out", `${who}; call login() to begin a new one`);
}

/** Single-flight renewal of one session. */
export function createRenewal({ settings, state, keeper, login, deadline, emit }: RenewalParts): Renewal {
  let flight: Promise<void> | undefined;
  let lastLogin: { epoch: number; at: number } | undefined;
  let toldEpoch = -1;

  const late = (): AuthError =>
    new AuthError("login_timeout", `login took longer than ${settings.loginTimeoutMs} ms (loginTimeoutMs)`);

  const refuseIfEnded = (): void => {
    if (state.ended !== undefined) throw endedError(state.ended);
  };

  const refuseIfBare = (): void => {
    if (login.configured) return;
    if (toldEpoch !== state.epoch) {
      toldEpoch = state.epoch;
      emit({ type: "loginRequired" });
    }
    throw new AuthError("login_required", "no usable access token; call login(credentials) or adopt(token)");
  };

  /** The request itself. Its result counts only if the session it was made for is still the one. */
  const logIn = async (given: Credentials | undefined, explicit: boolean, signal: AbortSignal): Promise<void> => {
    const { epoch } = state;
    const { token, subject } = await login.perform(given, explicit, signal);
    if (signal.aborted) throw signal.reason;
    if (state.epoch !== epoch) {
      if (state.ended !== undefined) throw endedError(state.ended);
      throw new AuthError("session_replaced", "another session began while this login was under way");
    }
    state.start(token, "login", subject, !explicit);
    lastLogin = { epoch: state.epoch, at: settings.clock.monotonic() };
    await keeper.flush().catch(() => undefined);
  };

  const underLock = (work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    deadline((signal) => {
      // The lock is given back in time even if the work ignores its signal.
      const bounded = (): Promise<void> => orAborted(work(signal), signal);
      return keeper.locked({ timeoutMs: settings.loginTimeoutMs, signal }, bounded);
    }, late);

  /** Another process may have renewed already: then its token serves, and there is nothing to do. */
  const storeHasOther = async (refused: string | undefined): Promise<boolean> => {
    await keeper.pull();
    refuseIfEnded();
    return state.token !== undefined && state.token !== refused;
  };

  const renew = async (refused: string | undefined): Promise<void> => {
    if (await deadline(() => storeHasOther(refused), late)) return;
    refuseIfBare();
    login.admit();
    const given = await login.credentials();
    try {
      await underLock(async (signal) => {
        if (!(await storeHasOther(refused))) await logIn(given, false, signal);
      });
    } catch (error) {
      // A store that hangs or fails after the login does not take the token away again.
      if (state.token === undefined || state.token === refused) throw error;
    }
  };

  const fly = (work: () => Promise<void>): Promise<void> => {
    const mine: Promise<void> = work().finally(() => {
      if (flight === mine) flight = undefined;
    });
    flight = mine;
    return mine;
  };

  return {
    async acquire(signal) {
      refuseIfEnded();
      if (state.token === undefined) await orAborted(flight ?? fly(() => renew(undefined)), signal);
      refuseIfEnded();
      return state.token ?? refuseUnrenewed();
    },
    async replace(stamp, signal) {
      const other = (): string | undefined => {
        refuseIfEnded();
        if (stamp.identity !== state.identity) {
          throw new AuthError(
            "session_replaced",
            "another user logged in meanwhile; the call was not repeated for them",
          );
        }
        return state.token === stamp.sent ? undefined : state.token;
      };
      if (other() !== undefined || isUntried()) return other();
      await orAborted(flight ?? fly(() => renew(stamp.sent)), signal);
      return other();
    },
    async login(given) {
      if (given === undefined && flight !== undefined) return flight;
      const before = flight;
      await fly(async () => {
        await before?.catch(() => undefined);
        if (given === undefined) refuseIfBare();
        const used = given ?? (await login.credentials());
        if (given === undefined) login.admit();
        await underLock((signal) => logIn(used, true, signal));
      });
    },
  };

  function isUntried(): boolean {
    if (state.worked || lastLogin?.epoch !== state.epoch) return false;
    return settings.clock.monotonic() - lastLogin.at < graceMs;
  }

  function refuseUnrenewed(): never {
    throw new AuthError("login_required", "the login gave no token that is still held; call again");
  }
}
