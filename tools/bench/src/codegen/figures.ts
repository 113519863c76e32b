/** What is measured of one synthetic contract. Null is what was not measured, or what the contract has none of. */
export interface Figures {
  readonly operations: number;
  /** Lines of the synthetic groups that are not blank, per operation. */
  readonly contractLines: number | null;
  /** Lines of all checked-in generated files. */
  readonly generatedLines: number;
  readonly generatedLinesPerOperation: number;
  /** Bytes of a program with `createFleetClient` and one call. */
  readonly clientMin: number;
  readonly clientGzip: number;
  /** Bytes of a program with one operation function. */
  readonly functionGzip: number;
  /** Bytes of the validators of all operations, and of one of them. */
  readonly validatorsGzip: number;
  readonly validatorGzip: number;
  /** Type instantiations of the first call, on top of those of the imports. */
  readonly firstCall: number;
  readonly codegenSeconds: number;
  /** Of a program that makes one call, with the sources of client and contract. */
  readonly typeCheckSeconds: number;
  readonly lintSeconds: number | null;
  readonly releaseGateSeconds: number | null;
  /** From the import of all validators to its end, in a process of its own. */
  readonly validatorsLoadMs: number | null;
}

export type FigureName = Exclude<keyof Figures, "operations">;

/** The contracts that are compared, by their number of operations, smallest first. */
export const SIZES = [11, 51, 151] as const;

/**
 * What one operation more adds. It is taken between the two larger contracts: the first synthetic groups also bring
 * features that the client of the smallest one does not need, such as idempotency keys.
 * @returns null when the figure is missing in one of them
 */
export function growth(figure: FigureName, measured: readonly Figures[]): number | null {
  const [smaller, larger] = measured.slice(-2);
  const [from, to] = [smaller?.[figure] ?? null, larger?.[figure] ?? null];
  if (smaller === undefined || larger === undefined || from === null || to === null) return null;
  return (to - from) / (larger.operations - smaller.operations);
}
