import type { OpenApiDocument, Schema } from "../document.ts";
import { naming } from "../errors.ts";
import type { Layout, ResourceGroup } from "../groups.ts";
import { commonHeaders } from "../operations.ts";
import { sharedFolder } from "../places.ts";
import { subjectOf } from "../reachable.ts";
import { commented, literals } from "../text.ts";
import { facadeTypes, operationTypeRows } from "./facade.ts";
import { typeMapName } from "./names.ts";
import { permissionRecord, permissionType } from "./permissions.ts";
import { documentation, TypeWriter } from "./type-writer.ts";

/** What a file of types consists of, before it knows where the names it uses come from. */
export interface TypeText {
  /** Resource folder, or that of the shared schemas. */
  readonly folder: string;
  readonly text: string;
  /** Names that the text uses, its own included. */
  readonly used: ReadonlySet<string>;
}

/** The types of one group: its part of the facade, and its records. */
export function groupTypes(document: OpenApiDocument, group: ResourceGroup): TypeText {
  const writer = new TypeWriter();
  const { folder, operations, schemas } = group;
  const text = [
    facadeTypes(document, operations, writer),
    `/** The types of these operations, by id. */
export interface ${typeMapName(folder)} {
${operationTypeRows(document, operations, writer)}}
`,
    ...records(document, schemas, writer),
  ].join("\n");
  return { folder, text, used: writer.used };
}

/** The types that several groups use. Integers of 64 bits are `Int64` by name, so that two sets of types differ in one line. */
export function sharedTypes(document: OpenApiDocument, { shared }: Layout, int64: Int64): TypeText {
  const writer = new TypeWriter();
  const headers = commonHeaders(document);
  const common = headers.length === 0 ? "never" : literals(headers);
  const text = [
    commented(int64Meanings[int64], `export type Int64 = ${int64};`),
    commented("A header that every response has.", `export type CommonHeader = ${common};`),
    ...records(document, shared, writer),
  ].join("\n");
  return { folder: sharedFolder, text, used: writer.used };
}

function records(document: OpenApiDocument, schemas: ResourceGroup["schemas"], writer: TypeWriter): string[] {
  return schemas.map(([name, schema]) =>
    naming(
      () => subjectOf(document, name),
      () => recordOf(name, schema, writer),
    ),
  );
}

function recordOf(name: string, schema: Schema, writer: TypeWriter): string {
  if (name !== permissionRecord) return writer.declaration(name, schema);
  return commented(documentation(schema), `export type ${name} = ${permissionType(schema, writer)};`);
}

/** The type of an integer of 64 bits. */
export type Int64 = "number" | "number | bigint";

/** What the two types of an integer of 64 bits mean. */
export const int64Meanings: Readonly<Record<Int64, string>> = {
  number: "An integer of `format: int64`. The client refuses one that a number would round.",
  "number | bigint": "An integer of `format: int64`: a number up to 2^53 - 1, beyond that an exact bigint.",
};
