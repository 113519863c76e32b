import { rootUrl } from "./artefact.ts";
import { bundleWithMarks } from "./bundle.ts";
import type { OpenApiDocument } from "./document.ts";
import { type Layout, layOut } from "./groups.ts";
import { withoutMarks } from "./marks.ts";
import { type OperationModel, readOperations } from "./operations.ts";
import { readPlaces } from "./places.ts";

/** The contract as the emitters read it. */
export interface Contract {
  /** The bundled document with the marks that only codegen reads. */
  readonly marked: OpenApiDocument;
  /** The document as it is published. */
  readonly document: OpenApiDocument;
  readonly operations: OperationModel[];
  readonly layout: Layout;
}

/** Reads the hand-written contract below `root`. */
export async function readContract(root: URL = rootUrl): Promise<Contract> {
  const [marked, places] = await Promise.all([bundleWithMarks(root), readPlaces(root)]);
  const document = withoutMarks(marked);
  const operations = readOperations(document);
  return { marked, document, operations, layout: layOut(document, operations, places) };
}
