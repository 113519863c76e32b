import type { Db } from "../db/db.ts";

type Tree = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The groups of the demo clients, by the member: names at the top, and below each what its members are told apart by. */
const demoGroups: Readonly<Record<string, Tree>> = {
  unit: {
    north: { Depots: ["Depot A", "Depot B"], Refrigerated: [] },
    south: { Depots: ["Depot C"], Rental: [] },
    east: { Berlin: ["Night shift"] },
    west: { "Kuwait City": [] },
  },
  vehicle: {
    north: { Deliveries: ["Vans north", "Vans south"], "Long distance": ["Tractors"], Passengers: [] },
    south: { Deliveries: ["Kampala"], Rental: [] },
    east: { Berlin: ["Night shift", "Day shift"] },
    west: { "Kuwait City": ["Airport"] },
  },
};

/**
 * Adds 10 unit groups and 14 vehicle groups on two levels, and puts the units and vehicles of each client into its groups by
 * turns; every fifth is in none.
 */
export async function seedGroups(tx: Db, clientIds: ReadonlyMap<string, number>, now: Date): Promise<void> {
  for (const [member, clients] of Object.entries(demoGroups)) {
    for (const [key, tops] of Object.entries(clients)) {
      const clientId = clientIds.get(key) ?? 0;
      const ids: number[] = [];
      for (const [name, below] of Object.entries(tops)) {
        const parent = await insertGroup(tx, { member, clientId, name, parentId: null, now });
        ids.push(parent);
        for (const child of below) {
          ids.push(await insertGroup(tx, { member, clientId, name: child, parentId: parent, now }));
        }
      }
      await tx.query(
        `insert into ${member}_group_members (${member}_group_id, ${member}_id, client_id, added_at)
         select ($2::bigint[])[1 + position % $3::int], id, client_id, $4 from (
           select id, client_id, row_number() over (order by id) as position from ${member}s where client_id = $1) u
         where position % 5 <> 0`,
        [clientId, ids, ids.length, now],
      );
    }
  }
}

async function insertGroup(
  tx: Db,
  group: {
    readonly member: string;
    readonly clientId: number;
    readonly name: string;
    readonly parentId: number | null;
    readonly now: Date;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into ${group.member}_groups (client_id, name, parent_id, created_at, updated_at)
     values ($1, $2, $3, $4, $4) returning id`,
    [group.clientId, group.name, group.parentId, group.now],
  );
  if (row === undefined) throw new Error(`The demo group ${group.name} was not written.`);
  return row.id;
}
