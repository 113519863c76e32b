/** A sub-score that may stay below the common floor, and why it must. */
export interface FloorException {
  /** From 0 to 1. Held like any floor: what was reached is not lost again. */
  readonly floor: number;
  readonly reason: string;
}

/** What `redocly score` must at least find. */
export interface Floors {
  /** From 0 to 100. */
  readonly total: number;
  /** From 0 to 1, for every sub-score that has no exception. */
  readonly subscore: number;
  readonly exceptions: Readonly<Record<string, FloorException>>;
}

export const FLOORS: Floors = {
  total: 90,
  subscore: 0.75,
  exceptions: {
    schemaSimplicity: {
      floor: 0.5,
      reason:
        "An operation gets 1 - depth / 8, with scalars counted as a level. The documented envelope with its list of " +
        "notices is 2 deep, so no operation that answers with it can get more than 0.75, and the mean can only be " +
        "lower: the documented User record of the login is 6 deep, a page of records at least 3.",
    },
  },
};
