/** Primary result codes of SQLite (sqlite.org/rescode.html). */
export const sqliteCode = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 } as const;

/** Whether an error of `node:sqlite` has one of these primary codes. Extended codes have theirs in the upper bits. */
export function isCode(error: unknown, ...codes: number[]): boolean {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  return codes.includes(error.errcode & 0xff);
}

/** Whether SQLite says that the file is no database, or a damaged one. */
export function isDamage(error: unknown): boolean {
  return isCode(error, sqliteCode.corrupt, sqliteCode.notADatabase);
}

/** Whether the same statement may succeed a little later. */
export function isBusy(error: unknown): boolean {
  return isCode(error, sqliteCode.busy, sqliteCode.locked);
}
