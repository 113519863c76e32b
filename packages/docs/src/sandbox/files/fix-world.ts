import { createRequire } from "node:module";
import { SEEDED_AT } from "../seeded.ts";

/**
 * Stops the time of this process and makes its randomness repeatable. PostgreSQL writes both into its files (the identity of
 * the database, times of commits), and PGlite has no options for them; so a template is made in a process of its own.
 */
export function fixWorld(fill: (bytes: Uint8Array) => void): void {
  Date.now = () => SEEDED_AT;
  const nodeCrypto: { randomFillSync: unknown } = createRequire(import.meta.url)("node:crypto");
  nodeCrypto.randomFillSync = (view: Uint8Array) => {
    fill(view);
    return view;
  };
}
