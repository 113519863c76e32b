/**
 * The roles that migrations make. `fleet_login` is the role of a connection that serves requests: it has no rights at
 * all. `fleet_app` has rights on the tables, under row-level security; a unit of work takes it for one transaction.
 */
export const LOGIN_ROLE = "fleet_login";
export const APP_ROLE = "fleet_app";

/** Gives up the rights of the owner for the rest of the connection; before the migrations there is no such role. */
export const leaveOwner = `select set_config('role', rolname, false) from pg_roles where rolname = '${LOGIN_ROLE}'`;

/** What triggers notify when something changed that access depends on. */
export const ACCESS_CHANNEL = "fleet_access";
