import type { Gate, GateResult, Stage } from "./gate.ts";

/** How the run is told what happens. `done` is called in the order of the list, whatever ended first. */
export interface RunListener {
  running(gates: readonly Gate[]): void;
  done(result: GateResult): void;
}

/**
 * Runs all stages, up to `width` gates of a stage at the same time, and goes on after failures.
 * @returns the results in the order of the list.
 */
export async function runStages(
  stages: readonly Stage[],
  run: (gate: Gate) => Promise<GateResult>,
  listener: RunListener,
  width = 2,
): Promise<GateResult[]> {
  const results: GateResult[] = [];
  for (const stage of stages) {
    results.push(...(await runStage(stage, run, listener, width)));
  }
  return results;
}

async function runStage(
  stage: Stage,
  run: (gate: Gate) => Promise<GateResult>,
  listener: RunListener,
  width: number,
): Promise<GateResult[]> {
  const waiting = [...stage];
  const running = new Map<Gate, Promise<void>>();
  const finished = new Map<Gate, GateResult>();
  const results: GateResult[] = [];

  const startable = (): Gate | undefined =>
    running.size < width
      ? waiting.find((gate) => !isLocked(gate, running) && !isEarly(gate, [...waiting, ...running.keys()]))
      : undefined;

  while (waiting.length > 0 || running.size > 0) {
    for (let gate = startable(); gate; gate = startable()) {
      const started = gate;
      waiting.splice(waiting.indexOf(started), 1);
      const result = refusal(started, finished) ?? run(started);
      running.set(
        started,
        Promise.resolve(result).then((ended) => void finished.set(started, ended)),
      );
    }
    listener.running([...running.keys()]);
    await Promise.race(running.values());
    for (const gate of finished.keys()) running.delete(gate);
    report(stage, finished, results, listener);
  }
  return results;
}

function isLocked(gate: Gate, running: ReadonlyMap<Gate, unknown>): boolean {
  return gate.lock !== undefined && [...running.keys()].some((other) => other.lock === gate.lock);
}

function isEarly({ after }: Gate, unfinished: readonly Gate[]): boolean {
  return after !== undefined && unfinished.some(({ name }) => name === after);
}

/** What becomes of a gate without running it: what it would read is there only when the gate before it has passed. */
function refusal(gate: Gate, finished: ReadonlyMap<Gate, GateResult>): GateResult | null {
  const before = [...finished.values()].find((result) => result.gate.name === gate.after);
  if (before === undefined || before.status === "passed") return null;
  return { gate, status: "skipped", seconds: 0, output: "", skips: [`${before.gate.name} did not pass`] };
}

/** Tells of every finished gate that all gates before it in the list have been told of. */
function report(
  stage: Stage,
  finished: ReadonlyMap<Gate, GateResult>,
  results: GateResult[],
  listener: RunListener,
): void {
  for (const gate of stage.slice(results.length)) {
    const result = finished.get(gate);
    if (!result) return;
    results.push(result);
    listener.done(result);
  }
}
