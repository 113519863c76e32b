/** Copies what has changed since the last night into a system of one's own. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { sync } from "@fleet-api/client/paginate";
import type { Unit } from "@fleet-api/client/types/units";

/** What a night brought. */
export interface Exported {
  readonly changed: number;
  readonly removed: number;
  /** Give it to the next night. */
  readonly cursor: string;
}

/** Where the copies go. Each method may be called again for the same unit. */
export interface Copies {
  put(unit: Unit): Promise<void>;
  remove(unitId: number): Promise<void>;
  /** Discards all copies, because all units come again. */
  clear(): Promise<void>;
}

/**
 * Hands every unit that was created, changed, deleted or moved out of the user's scope since then to the copies. The user
 * needs the permission `units.view`.
 * @param cursor - of the night before; without it, all units are copied
 */
export async function exportChanges(options: AuthOptions, copies: Copies, cursor?: string): Promise<Exported> {
  await using session = createAuth(options);
  const fleet = createFleetClient({ baseUrl: options.baseUrl, ...session.bind() });
  let changed = 0;
  let removed = 0;
  const { data } = await sync(fleet.units, {
    cursor,
    async onUpsert(unit) {
      await copies.put(unit);
      changed++;
    },
    async onRemove(id) {
      await copies.remove(id);
      removed++;
    },
    onReset: () => copies.clear(),
  }).orThrow();
  return { changed, removed, cursor: data.cursor };
}
