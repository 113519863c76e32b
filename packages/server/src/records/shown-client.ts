/** The member `client` of every record that belongs to a client. Members that are computed may use `c` as well. */
export const shownClient = {
  join: "join clients c on c.id = t.client_id",
  computed: { client: "json_build_object('id', c.id, 'name', c.name)" },
} as const;
