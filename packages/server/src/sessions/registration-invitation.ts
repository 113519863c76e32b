/** Payload of a `registration` token: who may become a user, and which user it will be. */
export interface RegistrationInvitation {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly account_type_id: number;
  readonly role_id: number;
  readonly scope_level: "partner" | "agency" | "client";
  readonly partner_id: string | null;
  readonly agency_id: string | null;
  /** Clients that a user of the level `client` may reach. */
  readonly client_ids: readonly number[];
}
