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
    parameterSimplicity: {
      floor: 0.73,
      reason:
        "An operation with 10 parameters gets nothing. A listing has that many or more with paging, the three levels of the " +
        "scope, and filters and order of its own; all are optional, and the other operations have 0 to 4.",
    },
    schemaSimplicity: {
      floor: 0.4,
      reason:
        "An operation gets 1 - depth / 8, with scalars counted as a level, errors included. A problem with its " +
        "findings and their allowed values is 4 deep, so no operation can get more than 0.5, and the mean can only be " +
        "lower: the documented User record of the login is 6 deep, a page of records 5.",
    },
  },
};
