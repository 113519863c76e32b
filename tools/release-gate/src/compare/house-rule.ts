import type { SchemaPair } from "../contract/schema-pairs.ts";
import type { Finding, Versions } from "./finding.ts";

/** Why a house rule rates as it does. */
interface Reasoned {
  readonly name: string;
  readonly reason: string;
}

/** A rule about what follows from our extensions, or from what is generated. */
export interface HouseRule extends Reasoned {
  find(versions: Versions): HouseFinding[];
}

/**
 * A rule about a schema that both versions have, by its direction. It decides: its rating counts also where a tool, which
 * may not know the direction, rates higher. Of a schema that is sent and received, the higher bump counts.
 */
export interface SchemaRule extends Reasoned {
  judge(pair: SchemaPair): readonly HouseFinding[];
}

export type HouseFinding = Pick<Finding, "place" | "message" | "bump">;
