import * as fc from "fast-check";
import { anyAction, calmAction, stepOf } from "./actions.ts";
import { play, Step } from "./run.ts";
import { anySetup, calmSetup } from "./setups.ts";

/** Plays so many runs. */
export async function checkModel(kind: "wild" | "calm", parameters: { numRuns: number; seed: number }): Promise<void> {
  const isCalm = kind === "calm";
  const setup = isCalm ? calmSetup : anySetup;
  const step = stepOf(isCalm ? calmAction : anyAction).map((given) => new Step(given));
  const steps = fc.commands([step], { maxCommands: 40, size: "max" });
  await fc.assert(
    fc.asyncProperty(setup, steps, (given, commands) => play(given, commands, isCalm)),
    { ...parameters, verbose: 0 },
  );
}
