import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
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

/** The types that several groups use. */
export function sharedTypes(document: OpenApiDocument, { shared }: Layout): TypeText {
  const writer = new TypeWriter();
  const headers = commonHeaders(document);
  const common = headers.length === 0 ? "never" : literals(headers);
  const text = [
    commented(int64Meaning, "export type Int64 = number;"),
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

/** What the type `Int64` means. */
export const int64Meaning = "An integer of `format: int64`. The client refuses one that a number would round.";
