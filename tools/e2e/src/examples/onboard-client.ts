/** Creates a client and its units from a CSV file. It can be stopped at any time and run again: it creates nothing twice. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import { createFleetClient, type FleetClient } from "@fleet-api/client";
import type { ClientCreate } from "@fleet-api/client/types/clients";
import { parse } from "csv-parse/sync";

/** A row of the file. Its first line names the columns. */
interface Row {
  /** What the unit is called in the system that the file comes from: unique in the file, and the same in every run. */
  readonly external_id: string;
  readonly name: string;
  readonly imei: string;
}

/** What became of the rows. */
export interface Onboarded {
  readonly clientId: number;
  readonly created: number;
  /** Units that an earlier run has created. */
  readonly skipped: number;
  /** A sentence for each row that the service refused. */
  readonly refused: readonly string[];
}

/** Requests under way at the same time. */
const WORKERS = 4;

/**
 * @param client - its `external_id` is what a later run finds the client by
 * @param csv - with the columns `external_id`, `name` and `imei`
 * @throws FleetError when the service cannot be reached or fails, or refuses the client
 */
export async function onboardClient(
  options: AuthOptions,
  client: ClientCreate & { readonly external_id: string },
  csv: string,
  signal?: AbortSignal,
): Promise<Onboarded> {
  const rows: Row[] = parse(csv, { columns: true, skip_empty_lines: true, trim: true });
  await using session = createAuth(options);
  const fleet = createFleetClient({ baseUrl: options.baseUrl, ...session.bind() });

  const clientId = await clientOf(fleet, client, signal);
  const existing = new Set<string | null>();
  for await (const unit of fleet.units.listing({ query: { client_id: clientId, per_page: 200 } }, { signal }))
    existing.add(unit.external_id);
  const missing = rows.filter((row) => !existing.has(row.external_id));

  const refused: string[] = [];
  await inParallel(missing, async ({ external_id, name, imei }) => {
    const body = { client_id: clientId, external_id, name, identifier: imei, identifier_type: "imei" } as const;
    const creation = fleet.units.create({ body }, { signal });
    const result = await creation;
    if (result.ok) return;
    // What the service says of this row is for whoever made the file; everything else ends the run.
    if (result.kind !== "http" || result.status >= 500) return void (await creation.orThrow());
    refused.push(`${external_id}: ${result.error.detail}`);
  });
  return { clientId, created: missing.length - refused.length, skipped: rows.length - missing.length, refused };
}

/** Creates the client, unless an earlier run has. */
async function clientOf(
  fleet: FleetClient,
  client: ClientCreate & { readonly external_id: string },
  signal: AbortSignal | undefined,
): Promise<number> {
  const creation = fleet.clients.create({ body: client }, { signal });
  const result = await creation;
  if (result.ok) return result.data.id;
  if (result.kind === "http" && result.error.code === "duplicate" && result.error.existing_id) {
    const found = await fleet.clients.get({ path: { client_id: result.error.existing_id } }, { signal }).orThrow();
    // Another client may have the name.
    if (found.data.external_id === client.external_id) return found.data.id;
  }
  return (await creation.orThrow()).data.id;
}

/** Works through the items, a few at a time. The first error ends it when what is under way has ended. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: WORKERS }, worker));
  const failure = ended.find((each) => each.status === "rejected");
  if (failure) throw failure.reason;
}
