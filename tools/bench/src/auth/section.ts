import { type Contender, DISTANCES, race, type Result } from "../race.ts";
import { type Column, type Effort, type Section, type Table, table } from "../report.ts";
import {
  type AuthContender,
  echoClient,
  echoThrough,
  oursBound,
  oursMiddleware,
  plainMiddleware,
  type Service,
} from "./peers.ts";
import { rotations } from "./rotation.ts";
import { storms } from "./storm.ts";

/** What keeping a token costs, and what becomes of it under load, ours beside other ways. */
export const authSection: Section = {
  name: "auth",
  doing: "tokens: overhead, a storm of 401s, rotation under overlap",
  async run(effort) {
    const seeds = effort === "full" ? { storms: 5, rotations: 200 } : { storms: 1, rotations: 2 };
    return [...(await overhead(effort)), await storms(seeds.storms), await rotations(seeds.rotations)];
  },
};

/** Most CPU time of a call with a session, by the way it is used, over that of the same call without a token. */
const budgets = new Map([
  [oursBound.name, 1.25],
  [oursMiddleware.name, 1.35],
]);

/** Makes the answer, and the body of the post, about 1 kB of JSON: little, so that the overhead shows. */
const text = "x".repeat(1_000);

/** What keeping a token costs per call of openapi-fetch, when no token changes and nothing fails. */
async function overhead(effort: Effort): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [title, sent] of [
    ["GET", undefined],
    ["POST 1 kB", text],
  ] as const) {
    const contenders = [withoutAuth, oursBound, oursMiddleware, plainMiddleware].map(({ name, connect }): Contender => {
      const { echo } = connect(stub());
      return { name, call: () => echo(sent) };
    });
    for (const contender of contenders) await expectEcho(contender);
    tables.push(report(title, await race(contenders, DISTANCES[effort])));
  }
  return tables;
}

const withoutAuth: AuthContender = {
  name: "openapi-fetch without auth",
  connect(service) {
    return {
      echo: echoThrough(echoClient(service)),
      held: async () => undefined,
      settled: async () => undefined,
    };
  },
};

/** A service that gives a fresh, real `Response` and reads nothing of the request. */
function stub(): Service {
  const answer = JSON.stringify({ data: { body: JSON.stringify({ text }) } });
  return {
    baseUrl: "https://fleet.example.com/api/v1",
    token: "f1.1.demo-token-of-the-usual-length-0123456789abcdefghijk",
    now: () => performance.now(),
    // Two parameters, as the real one has: a client may look.
    fetch: async (_input, _init) => new Response(answer, { headers: { "content-type": "application/json" } }),
  };
}

/** A contender that does not give what the service sent would win by doing nothing. */
async function expectEcho({ name, call }: Contender): Promise<void> {
  if ((await call()) !== text) throw new Error(`${name} does not give the data of the answer`);
}

function report(title: string, results: readonly Result[]): Table {
  const columns: Column<Result>[] = [
    { title: "openapi-fetch with", text: ({ name }) => name, left: true },
    { title: "CPU µs/call", text: ({ micros }) => micros.toFixed(1) },
    { title: "added µs", text: ({ micros }) => (micros - (results[0]?.micros ?? Number.NaN)).toFixed(1) },
    { title: "x without", text: ({ ratio }) => ratio.toFixed(2) },
    { title: "middle half", text: ({ between }) => between.map((ratio) => ratio.toFixed(2)).join("-") },
  ];
  const verdicts = results.flatMap(({ name, ratio }) => {
    const budget = budgets.get(name);
    if (budget === undefined) return [];
    return [`${name}: ${ratio.toFixed(2)}, budget ${budget.toFixed(2)}: ${ratio <= budget ? "kept" : "EXCEEDED"}`];
  });
  return table(`Auth: ${title} on a stubbed fetch, answer of 1 kB`, columns, results, verdicts);
}
