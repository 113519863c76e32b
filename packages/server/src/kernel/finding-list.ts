import type { Finding } from "@fleet-api/contract";
import { keptErrors } from "@fleet-api/contract/validators";

/**
 * How many findings a problem lists: as many as the validators keep of one list. Nobody reads more, and a body can have
 * as many as it has bytes.
 */
export const maxFindings = keptErrors;

/** The findings of one request: the first ones with their texts, of the others only how many there are. */
export class FindingList {
  readonly #listed: Finding[] = [];
  #count = 0;

  /** The first `maxFindings`. */
  get listed(): readonly Finding[] {
    return this.#listed;
  }

  /** How many there are, listed or not. */
  get count(): number {
    return this.#count;
  }

  /** Adds a finding. `make` is called only if the finding is listed, because its texts are what costs time. */
  add(make: () => Finding): void {
    if (this.#listed.length < maxFindings) this.#listed.push(make());
    this.#count += 1;
  }

  /** Counts findings that something else has left out. */
  addUnlisted(count: number): void {
    this.#count += count;
  }
}
