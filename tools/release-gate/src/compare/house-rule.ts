import { reaches } from "../bump/bump.ts";
import { listSchemaPairs, type SchemaPair } from "../contract/schema-pairs.ts";
import type { Finding, Versions } from "./finding.ts";

/** What follows from our extensions, from what is generated, or from the direction of a schema. */
export interface HouseRule {
  readonly name: string;
  readonly reason: string;
  /** True when its rating counts also where a tool rates higher. */
  readonly decides?: boolean;
  find(versions: Versions): HouseFinding[];
}

export type HouseFinding = Pick<Finding, "place" | "message" | "bump">;

/** What `judge` says of each schema that both versions have; of a schema that is sent and received, the higher bump. */
export function judgeSchemas(
  { base, revision }: Versions,
  judge: (pair: SchemaPair) => readonly HouseFinding[],
): HouseFinding[] {
  const worst = new Map<string, HouseFinding>();
  for (const finding of listSchemaPairs(base, revision).flatMap(judge)) {
    const known = worst.get(finding.place);
    if (known === undefined || !reaches(known.bump, finding.bump)) worst.set(finding.place, finding);
  }
  return [...worst.values()];
}
