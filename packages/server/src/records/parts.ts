import type { components } from "@fleet-api/contract";
import type { UnitOfWork } from "../db/index.ts";
import type { RequestView } from "../kernel/types.ts";
import type { Clock } from "../platform/clock.ts";
import type { ChangeHeaders, CreatedReply } from "./change-records.ts";
import { createRecordChanges } from "./change-records.ts";
import type { SchemaName } from "./projection.ts";
import type { RecordReply } from "./statements.ts";
import type { RecordTable, TableNames } from "./table.ts";

/** A table of parts of a record, such as the documents of a vehicle. */
type PartTable = RecordTable & {
  readonly create: SchemaName;
  readonly update: SchemaName;
  readonly owner: { readonly inPath: true };
};

type Schemas = components["schemas"];
type Part<Table extends TableNames> = Schemas[Table["record"]];
type Body<Name extends SchemaName> = Extract<Schemas[Name], object>;

/** The path of one part, such as `/vehicles/documents/{document_id}`. */
type PartPath = Readonly<Record<string, number>>;

/** The operations that add parts to a record, and change and delete them. */
export interface PartOperations<Table extends PartTable> {
  /** Adds a part to the record of the path, such as `/vehicles/{vehicle_id}/documents`. */
  create(
    work: UnitOfWork,
    call: {
      readonly path: Readonly<Record<Table["owner"]["member"], number>>;
      readonly body: Body<Table["create"]>;
      readonly request: Pick<RequestView, "path">;
    },
  ): Promise<CreatedReply<Part<Table>>>;
  update(
    work: UnitOfWork,
    call: { readonly path: PartPath; readonly body: Body<Table["update"]>; readonly headers: ChangeHeaders },
  ): Promise<RecordReply<Part<Table>>>;
  delete(
    work: UnitOfWork,
    call: { readonly path: PartPath; readonly headers: ChangeHeaders },
  ): Promise<RecordReply<Part<Table>>>;
}

/** Makes the operations that change the parts of a record. Their listing is conventional. */
export function partOperations<Table extends PartTable>(table: Table, clock: Clock): PartOperations<Table> {
  const changes = createRecordChanges<Part<Table>>(table, clock);
  const member: Table["owner"]["member"] = table.owner.member;
  return {
    create: async (work, { path, body, request }) => {
      const id = path[member];
      const reply = await changes.create(work, { ...body, [member]: id }, request.path);
      return { ...reply, headers: { ...reply.headers, location: listingPath(request.path, member, id) } };
    },
    update: (work, { path, body, headers }) => changes.update(work, idOf(path), body, headers),
    delete: (work, { path, headers }) => changes.delete(work, idOf(path), headers),
  };
}

/** Where the parts of a record are listed: `/vehicles/documents/listing?vehicle_id=1` for `/vehicles/1/documents`. */
export function listingPath(path: string, member: string, id: number): string {
  const [part = "", , ...collection] = path.split("/").toReversed();
  return `${collection.toReversed().join("/")}/${part}/listing?${member}=${id}`;
}

/** The only parameter of a path. */
function idOf(path: PartPath): number {
  return Object.values(path)[0] ?? 0;
}
