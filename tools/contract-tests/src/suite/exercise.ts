import { startDemoService } from "../service/demo-service.ts";
import type { Exchange } from "../traffic/har.ts";
import { record } from "../traffic/record.ts";
import { exerciseAuthentication } from "./authentication.ts";
import { exerciseClients } from "./clients.ts";
import { exerciseFaults, failingClock } from "./faults.ts";
import { exerciseRefusals } from "./refusals.ts";
import { createStage, type Stage } from "./stage.ts";
import { exerciseTests } from "./tests.ts";
import { exerciseUnitGroups } from "./unit-groups.ts";
import { exerciseUnits } from "./units.ts";

/** Plays every operation of the contract with every answer that it can give, and returns what was recorded. */
export async function exerciseContract(): Promise<readonly Exchange[]> {
  const clock = failingClock();
  await using service = await startDemoService(clock);
  await using recorder = await record(service.server.baseUrl);
  const stage: Stage = createStage(service, recorder.baseUrl);
  // Every answer to an authenticated request then carries a newer token, so that the header is exercised as well.
  service.server.rotateAfter(0);
  await exerciseTests(stage);
  await exerciseAuthentication(stage);
  await exerciseClients(stage);
  await exerciseUnits(stage);
  await exerciseUnitGroups(stage);
  await exerciseRefusals(stage);
  await exerciseFaults(stage, clock);
  return recorder.exchanges;
}
