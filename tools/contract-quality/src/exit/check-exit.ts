import { differences, missingCalls } from "./compare-trials.ts";
import { type ExitClient, OURS, WAYS_OUT } from "./exit-client.ts";
import { tryClient, type Trial } from "./try-client.ts";

/** What the gate says of one client. */
export interface ExitVerdict {
  readonly client: string;
  /** What went well, in one line. */
  readonly summary: string;
  /** What is wrong, a line each; empty when the call sites run on it as on ours. */
  readonly objections: readonly string[];
}

/** Runs the call sites on our client and on each way out. Ours has to refuse every wrong call; the others are counted. */
export async function checkExit(): Promise<ExitVerdict[]> {
  const ours = await tryClient(OURS);
  const first = verdict(OURS, ours, [...missingCalls(ours), ...ours.accepted.map((mistake) => `accepts ${mistake}`)]);
  const others = WAYS_OUT.map(async (client) => {
    const trial = await tryClient(client);
    return verdict(client, trial, differences(ours, trial));
  });
  return [first, ...(await Promise.all(others))];
}

function verdict({ name }: ExitClient, { objection, accepted, played }: Trial, found: readonly string[]): ExitVerdict {
  const wrong = accepted.length === 0 ? "refuses every wrong one" : `does not refuse ${accepted.join(", ")}`;
  return {
    client: name,
    summary: `${name} runs ${Object.keys(played).length} call sites and ${wrong}`,
    objections: objection === "" ? found : [objection],
  };
}
