/** Token store in PostgreSQL or PGlite. */
export { listenWith, type ListeningClient, type PostgresListen, type PostgresNotification } from "./postgres/listen.ts";
export { migratePostgres, postgresSchema, type PostgresQuery } from "./postgres/postgres-schema.ts";
export { postgresStore, type PostgresStoreOptions } from "./postgres/postgres-store.ts";
