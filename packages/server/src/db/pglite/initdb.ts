/**
 * What a new database is made with. A snapshot of it is small, because each database in memory begins with a copy: short
 * segments of the log, and none that wait to be used again. Few buffers, because PGlite clears all when it starts.
 */
export const INITDB: readonly string[] = ["--wal-segsize=1", "-c", "wal_recycle=off", "-c", "shared_buffers=5MB"];
