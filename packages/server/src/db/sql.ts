/**
 * An instant column as the contract writes instants: RFC 3339, UTC, milliseconds. Null stays null.
 * `expression` is SQL of ours, never input.
 */
export function instantJson(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
