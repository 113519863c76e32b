import { type MintPolicy, type MintPosition, rotatingServer, seeded, virtualTime } from "@fleet-api/auth/testing";
import { type Column, table, type Table } from "../report.ts";
import { axiosAuthRefresh } from "./peers.ts";
import type { AuthContender } from "./peers.ts";
import { oursBound, oursMiddleware } from "./peers.ts";
import { plainMiddleware } from "./peers.ts";

const calls = 24;
/** The calls begin within so many virtual milliseconds: they overlap, and a chain rotates several times. */
const spanMs = 120;

interface Service {
  readonly title: string;
  readonly policy: MintPolicy;
  readonly position: MintPosition;
}

const policies: readonly MintPolicy[] = ["chain", "per-response", "stale-only"];
const services: readonly Service[] = policies.flatMap((policy) => [
  { title: `${policy}, start`, policy, position: "start" as const },
  { title: `${policy}, end`, policy, position: "end" as const },
]);

interface Row {
  readonly name: string;
  /** Share of the seeds after which the newest token was held, per service. */
  readonly newest: readonly number[];
  /** Requests beyond the calls, per run. */
  readonly extra: number;
}

/** Overlapping calls while the service rotates: which token is held when all is quiet? In virtual time, so repeatable. */
export async function rotations(seeds: number): Promise<Table> {
  const rows: Row[] = [];
  for (const contender of [oursBound, oursMiddleware, axiosAuthRefresh, plainMiddleware]) {
    const newest: number[] = [];
    let extra = 0;
    for (const service of services) {
      let held = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        const run = await overlap(contender, service, seed);
        if (run.newest) held++;
        extra += run.extra;
      }
      newest.push(held / seeds);
    }
    rows.push({ name: contender.name, newest, extra: extra / (services.length * seeds) });
  }
  return report(rows, seeds);
}

async function overlap({ connect }: AuthContender, { policy, position }: Service, seed: number) {
  const random = seeded(seed);
  const time = virtualTime();
  const delay = (): number => random() * (random() < 0.05 ? 300 : 30);
  const server = rotatingServer({ firstToken: "T0", policy, position, scheduler: time, delay });
  const { baseUrl, fetch } = server;
  const { echo, held, settled } = connect({ baseUrl, fetch, token: "T0", now: time.now });
  const answers: Promise<unknown>[] = [];
  for (let call = 0; call < calls; call++) time.at(random() * spanMs, () => void answers.push(echo(undefined)));
  await time.run();
  await Promise.all(answers);
  // Somebody may have begun a question only now.
  await Promise.all([settled(), time.run()]);
  return { newest: (await held()) === server.newest(), extra: server.requests.length - calls };
}

function report(rows: readonly Row[], seeds: number): Table {
  const columns: Column<Row>[] = [
    { title: "client", text: ({ name }) => name, left: true },
    ...services.map(({ title }, index) => ({
      title,
      text: ({ newest }: Row) => `${((newest[index] ?? Number.NaN) * 100).toFixed(1)} %`,
    })),
    { title: "extra requests", text: ({ extra }) => extra.toFixed(1) },
  ];
  return table(`Auth: newest token held after ${calls} overlapping calls`, columns, rows, [
    `${seeds} seeds per column in virtual time; tokens tell no order; one call in twenty takes up to ten times as long`,
    "chain: one current token that rotates every 40 ms; per-response: a new one with every answer; stale-only: told only to who is behind",
    "start, end: chosen when the request comes in, or when the answer goes out; extra requests: questions to GET /auth/token, per run",
    "google-auth-library is not here: it takes no token from an answer",
  ]);
}
