import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { defaultRuntime } from "../shared/runtime.ts";
import type { CallKeychain, Keyring } from "./keyring.ts";

type Slot = "a" | "b";

const reference = /^keychain:([ab]):(\w+)$/;
const maxReads = 5;
const commitTimeoutMs = 10_000;

/** The keychain of one account. */
export interface KeychainAccount {
  readonly keyring: Keyring;
  readonly account: string;
  readonly call: CallKeychain;
  /** Ends the waiting of a commit for other processes. */
  readonly signal: AbortSignal;
}

/** The records of one session: `files` keeps all but the token, and in its place a reference to an entry of the keychain. */
export function keychainRecords(
  files: TokenStore,
  { keyring, account, call, signal }: KeychainAccount,
): Pick<TokenStore, "read" | "commit"> {
  const entry = (slot: Slot): string => `${account} ${slot}`;
  const removeTokens = (): Promise<unknown> =>
    call("remove", () => Promise.all([keyring.remove(entry("a")), keyring.remove(entry("b"))]));

  const read = async (): Promise<SessionRecord | undefined> => {
    for (let reads = 0; reads < maxReads; reads++) {
      const record = await files.read();
      if (record === undefined || record.token === null) return record;
      const { slot, mark } = parseReference(record.token);
      const secret = await call("read", () => keyring.get(entry(slot)));
      if (secret?.startsWith(`${mark} `) === true) return { ...record, token: secret.slice(mark.length + 1) };
      // Overwritten since the file was read: somebody committed, and the file has another reference by now.
      if ((await files.read())?.rev === record.rev) break;
    }
    throw new AuthError("store_corrupt", "the keychain does not hold the token that the session file refers to");
  };

  const write = async (expectedRev: number, next: SessionRecord): Promise<boolean> => {
    const before = await files.read();
    const { token } = next;
    if ((before?.rev ?? 0) !== expectedRev) {
      // A logout that could not remove the tokens is tried again with the same revision.
      if (token === null && before?.token === null) await removeTokens();
      return false;
    }
    if (token === null) {
      if (!(await files.commit(expectedRev, next))) return false;
      await removeTokens();
      return true;
    }
    const used = before?.token == null ? undefined : parseReference(before.token).slot;
    const slot: Slot = used === "a" ? "b" : "a";
    const mark = defaultRuntime.newId();
    await call("write", () => keyring.set(entry(slot), `${mark} ${token}`));
    return files.commit(expectedRev, { ...next, token: `keychain:${slot}:${mark}` });
  };

  const wait = { timeoutMs: commitTimeoutMs, signal };
  return {
    read,
    commit: (expectedRev, next) => files.withLock("keychain", wait, () => write(expectedRev, next)),
  };
}

function parseReference(token: string): { readonly slot: Slot; readonly mark: string } {
  const [, slot, mark = ""] = reference.exec(token) ?? [];
  if (slot !== "a" && slot !== "b") {
    throw new AuthError("store_corrupt", "the session file of the keychain store was not written by it; remove it");
  }
  return { slot, mark };
}
