import { shownClient } from "./shown-client.ts";

/** What the records of a table belong to. */
export interface Owner {
  /** The member of bodies and the column that names it, and the type of that. */
  readonly member: "client_id" | "agency_id";
  readonly type: "bigint" | "text";
  /** The word for it in a sentence. */
  readonly noun: string;
  /** The column with the id of the client, for conditions on the scope. */
  readonly clientColumn: "client_id" | "id";
  /** SQL of the rows that may own a new record, and of those whose records may be listed, both with the scope columns. */
  readonly candidates: string;
  readonly visible: string;
  /** What every record shows of its owner: SQL of members that are not columns, and of the tables that they come from. */
  readonly join: string;
  readonly computed: Readonly<Record<string, string>>;
}

const liveClients = "(select id as client_id, agency_id, partner_id from clients where deleted_at is null)";
const agencies = "select null::bigint as client_id, id as agency_id, partner_id from agencies_in_scope";

/** Records of a client. */
export const ofClient: Owner = {
  member: "client_id",
  type: "bigint",
  noun: "client",
  clientColumn: "client_id",
  candidates: liveClients,
  visible: liveClients,
  ...shownClient,
};

/** Clients themselves: whoever reaches one of them may list those of its agency that are in the scope. */
export const ofAgency: Owner = {
  member: "agency_id",
  type: "text",
  noun: "agency",
  clientColumn: "id",
  candidates: `(${agencies})`,
  visible: `(${agencies} union all select * from ${liveClients} c)`,
  join: "",
  computed: {},
};
