import * as fc from "fast-check";
import { anyAction, anySetup, calmAction, calmSetup, laggingAction, laggingSetup, stepOf } from "./arbitraries.ts";
import { play, type RunKind, Step } from "./run.ts";

const kinds = {
  wild: { setups: anySetup, actions: anyAction },
  calm: { setups: calmSetup, actions: calmAction },
  lagging: { setups: laggingSetup, actions: laggingAction },
};

/**
 * Plays random runs. `wild`: everything can happen. `calm`: nothing goes wrong but that tokens become invalid. `lagging`: not
 * even that, but a server of the service does not know new tokens at once. A failure names the setup and the shortest list of commands that was found, what does not hold, and what happened until then.
 */
export async function checkModel(kind: RunKind, numRuns: number, seed: number): Promise<void> {
  const { setups, actions } = kinds[kind];
  const step = stepOf(actions).map((given) => new Step(given));
  const steps = fc.commands([step], { maxCommands: 40, size: "max" });
  await fc.assert(
    fc.asyncProperty(setups, steps, async (setup, commands) => {
      await play(setup, commands, kind);
    }),
    { numRuns, seed },
  );
}
