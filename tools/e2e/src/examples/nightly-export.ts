/** Copies what has changed since the last night into a system of one's own. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { paginate } from "@fleet-api/client/paginate";
import type { Unit } from "@fleet-api/client/types/units";

/** A change can become visible up to a minute after its `updated_at`. */
const OVERLAP_MS = 60_000;

/** What a night brought. */
export interface Exported {
  readonly changed: number;
  readonly deleted: number;
  /** Give it to the next night. */
  readonly since: string;
}

/** Where the copies go. Both may be told the same again. */
export interface Copies {
  put(unit: Unit): Promise<void>;
  remove(unitId: number): Promise<void>;
}

/**
 * Hands every unit that was created, changed or deleted since then to the copies. What a unit shows of other records, such
 * as the name of its client and its groups, does not count as a change. The user needs the permissions `units.view` and
 * `units.delete`, which lets it see deleted units.
 * @param since - of the night before; left out, all units are copied
 */
export async function exportChanges(options: AuthOptions, copies: Copies, since?: string): Promise<Exported> {
  await using session = createAuth(options);
  const fleet = createFleetClient({ baseUrl: options.baseUrl, ...session.bind() });
  const { data } = await fleet.tests.ping().orThrow();
  const query = { updated_after: since, include_deleted: since !== undefined, per_page: 200 };
  let changed = 0;
  let deleted = 0;
  // Misses nothing, although others change units meanwhile.
  for await (const unit of paginate(fleet.units.listing({ query }), { complete: true })) {
    if (unit.deleted_at === null) await copies.put(unit);
    else await copies.remove(unit.id);
    if (unit.deleted_at === null) changed++;
    else deleted++;
  }
  // By the clock of the service: that of this machine may be wrong.
  return { changed, deleted, since: new Date(Date.parse(data.time) - OVERLAP_MS).toISOString() };
}
