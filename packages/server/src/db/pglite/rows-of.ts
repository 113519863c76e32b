/** The one cast from rows to the type that the caller of `query` named beside its SQL. */
export function rowsOf<T>(rows: readonly object[]): T[] {
  return rows as T[];
}
