import type { Child } from "../server/child.ts";
import { demoToken } from "../server/child.ts";
import { measurePair, type PairLoad, type ServerResult } from "../server/measure-pair.ts";
import { hoursAgo, makeSmallAgency, SMALL_AGENCY, vacuum } from "./fleet.ts";
import { BATCH_SIZE, newestUnits, sendAll, Traffic } from "./positions.ts";

/** How one request did. */
export interface ReadResult extends ServerResult {
  readonly database: string;
  readonly units: number;
}

/** A request, and whose it is. */
interface ReadCase {
  readonly title: string;
  readonly target: string;
  /** @default all that the partner has */
  readonly username?: string;
}

/** Where requests are measured. */
interface Place {
  readonly database: string;
  readonly child: Child;
  readonly raw: Child;
  readonly load: PairLoad;
}

/** Measures the latest positions of units that have one each. */
export async function measureLatest(place: Place, units: number): Promise<ReadResult[]> {
  const [unit] = await newestUnits(place.child, 1);
  const latest = "/monitoring/positions/latest";
  return measureCases(place, units, [
    { title: "latest, page of 50", target: `${latest}?per_page=50` },
    { title: "latest, page of 200", target: `${latest}?per_page=200` },
    { title: "latest, a hundredth of the area", target: `${latest}?per_page=50&bbox=-30.02,-0.02,-29.98,0.02` },
    { title: "latest of one unit", target: `${latest}?unit_ids=${unit?.id}` },
  ]);
}

/** Stores positions of all units, `backlog` together, and measures what reads many of them. */
export async function measureFleet(
  place: Place,
  { units, backlog }: { readonly units: number; readonly backlog: number },
): Promise<ReadResult[]> {
  const { child } = place;
  await makeSmallAgency(child);
  const authorization = await demoToken(child.baseUrl);
  const agency = await demoToken(child.baseUrl, SMALL_AGENCY.username);
  const readers = [
    { title: "feed, partner with all clients", query: "", authorization },
    { title: `feed, agency of ${SMALL_AGENCY.clients} clients`, query: "", authorization: agency },
    { title: "feed, one client", query: "&client_id=1", authorization },
  ];
  const cursors = await Promise.all(readers.map((reader) => nextCursor(child, reader)));
  const traffic = new Traffic(await newestUnits(child, units), hoursAgo(2));
  await sendAll(child, authorization, { traffic, batches: backlog / BATCH_SIZE });
  await sendOfClient(child, authorization);
  await vacuum(child);
  const feeds = readers.map(({ title, query, authorization: token }, index) => ({
    title,
    query: `${query}&cursor=${cursors[index]}`,
    ...(token === agency && { username: SMALL_AGENCY.username }),
  }));
  // Its positions are the last ones.
  const empty = feeds.at(-1)?.query ?? "";
  const full = `&client_id=1&cursor=${await nextCursor(child, { query: empty, authorization })}`;
  return measureCases(place, units, [
    { title: "nearest 20 within 10 km", target: "/monitoring/nearest?latitude=0&longitude=-30" },
    {
      title: "nearest 200 within 100 km",
      target: "/monitoring/nearest?latitude=0&longitude=-30&radius_m=100000&limit=200",
    },
    { title: "summary", target: "/monitoring/summary" },
    ...[...feeds, { title: "feed, one client, next page", query: full }].map(({ query, ...feed }) => ({
      ...feed,
      target: `/monitoring/feed?per_page=500${query}`,
    })),
  ]);
}

/** A page of positions of one client that has few units. */
async function sendOfClient(child: Child, authorization: string): Promise<void> {
  const units = await child.query<{ id: number; client_id: number }>(
    "select id, client_id from units where client_id = 1 and deleted_at is null order by id",
  );
  await sendAll(child, authorization, { traffic: new Traffic(units, hoursAgo(1)), batches: 2 });
}

/** Where the feed begins now, or continues after a page. */
async function nextCursor(
  child: Child,
  { query, authorization }: { readonly query: string; readonly authorization: string },
): Promise<string> {
  const response = await fetch(`${child.baseUrl}/monitoring/feed?per_page=500${query}`, { headers: { authorization } });
  const text = await response.text();
  const cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1];
  if (cursor === undefined) throw new Error(`the feed answered ${response.status} ${text}`);
  return encodeURIComponent(cursor);
}

async function measureCases(
  { database, child, raw, load }: Place,
  units: number,
  cases: readonly ReadCase[],
): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  for (const { title, target, username } of cases) {
    const authorization = await demoToken(child.baseUrl, username);
    const pair = await measurePair(raw, { ...child, title: "ours" }, { title, target, authorization }, load);
    results.push(...pair.filter(({ server }) => server === "ours").map((one) => ({ ...one, database, units })));
  }
  return results;
}
