/** Primary result codes of SQLite (sqlite.org/rescode.html). */
export const sqliteCode = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 } as const;

/** Whether an error of `node:sqlite` has one of these primary codes. Extended codes keep theirs in the upper bits. */
export function isCode(error: unknown, ...codes: number[]): boolean {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  return codes.includes(error.errcode & 0xff);
}

/** An error that asks to try again. */
export function busy(): Error {
  return Object.assign(new Error("the database is being replaced"), { errcode: sqliteCode.busy });
}
