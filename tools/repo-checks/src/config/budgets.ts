/** Sizes of the contract and of hand-written source, without tests, fixtures and generated code. */
export const BUDGETS = {
  /** Lines of the median file. */
  fileMedian: 110,
  /** Lines of the longest file. */
  fileCeiling: 400,
  /** Lines of the longest function. */
  functionCeiling: 80,
  /** A function above this many lines is long. */
  functionLong: 50,
  /** At most this share of functions may be long. */
  functionLongShare: 0.04,
  /** Lines of `spec/resources/<group>` that are not blank, per operation of the group. */
  contractLinesPerOperation: 125,
  /** Names that one entry of a published package exports. */
  entryExports: 40,
} as const;
