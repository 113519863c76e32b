import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own, removed when disposed. */
export function folder(): { readonly path: string; at(name: string): string; [Symbol.asyncDispose](): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), "fleet-store-"));
  return {
    path,
    at: (name) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** A keychain in memory. */
export function fakeKeyring() {
  const entries = new Map<string, string>();
  return {
    entries,
    get: async (account: string) => entries.get(account) ?? null,
    set: async (account: string, secret: string) => void entries.set(account, secret),
    remove: async (account: string) => entries.delete(account),
  };
}
