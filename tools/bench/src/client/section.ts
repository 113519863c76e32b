import { isDeepStrictEqual } from "node:util";
import { type Contender, DISTANCES, race, type Result } from "../race.ts";
import type { Section } from "../report.ts";
import { type Column, table, type Table } from "../report.ts";
import { loadPeers } from "../generated-peers.ts";
import { names, peers } from "./peers.ts";
import { type Workload, workloads } from "./workload.ts";

/** Most CPU time of openapi-fetch with a session, by the way it is used, over openapi-fetch without. */
const sessionBudgets = { fetch: 1.25, middleware: 1.35 };

/** What a call costs on top of `fetch`, ours beside its peers. */
export const clientSection: Section = {
  name: "client",
  doing: "calls of the clients on a stubbed fetch",
  async run(effort) {
    const generated = await loadPeers();
    const tables: Table[] = [];
    for (const workload of workloads) {
      const contenders = peers(workload, generated);
      for (const contender of contenders) await expectAnswer(contender, workload);
      tables.push(report(workload, await race(contenders, DISTANCES[effort])));
    }
    return tables;
  },
};

/** A peer that does not give what the service sent would win by doing nothing. */
async function expectAnswer({ name, call }: Contender, { answer }: Workload): Promise<void> {
  const sent: { data: unknown } = JSON.parse(answer);
  const got: unknown = await call();
  const data = typeof got === "object" && got !== null && "data" in got ? got.data : undefined;
  if (!isDeepStrictEqual(data, sent.data)) throw new Error(`${name} does not give the data of the answer`);
}

function report({ title, budgets }: Workload, results: readonly Result[]): Table {
  const raw = results[0]?.micros ?? Number.NaN;
  const columns: Column<Result>[] = [
    { title: "peer", text: ({ name }) => name, left: true },
    { title: "CPU µs/call", text: ({ micros }) => micros.toFixed(1) },
    { title: "added µs", text: ({ micros }) => (micros - raw).toFixed(1) },
    { title: "x raw", text: ({ ratio }) => ratio.toFixed(2) },
    { title: "middle half", text: ({ between }) => between.map((ratio) => ratio.toFixed(2)).join("-") },
  ];
  const byCost = results.toSorted((a, b) => a.ratio - b.ratio);
  return table(`Client: ${title}`, columns, byCost, verdicts(results, budgets));
}

/** Those that the client with a session has to be cheaper than. */
const general = [names.heyApi, names.ofetch, names.octokit, names.ky, names.axios];

function verdicts(results: readonly Result[], budgets: Workload["budgets"]): string[] {
  const ratio = (name: string): number => results.find((result) => result.name === name)?.ratio ?? Number.NaN;
  const ours = ratio(names.clientWithAuth);
  const cheaper = general.filter((name) => ratio(name) <= ours);
  const alone = ratio(names.openapiFetch);
  return [
    `${names.client} / ${names.raw}: ${against(ratio(names.client), budgets.client)}`,
    `${names.clientWithAuth} / ${names.raw}: ${against(ours, budgets.withAuth)}`,
    `${names.clientWithAuth} beside ${general.join(", ")}: ${cheaper.length === 0 ? "below all" : `NOT below ${cheaper.join(", ")}`}`,
    `${names.client} / ${names.redocly}: ${(ratio(names.client) / ratio(names.redocly)).toFixed(2)}`,
    `${names.client} / ${names.redoclyTimeout}: ${(ratio(names.client) / ratio(names.redoclyTimeout)).toFixed(2)}`,
    `${names.authFetch} / ${names.openapiFetch}: ${against(ratio(names.authFetch) / alone, sessionBudgets.fetch)}`,
    `${names.authMiddleware} / ${names.openapiFetch}: ${against(ratio(names.authMiddleware) / alone, sessionBudgets.middleware)}`,
  ];
}

function against(value: number, budget: number): string {
  return `${value.toFixed(2)}, budget ${budget.toFixed(2)}: ${value <= budget ? "kept" : "EXCEEDED"}`;
}
