import { rootUrl } from "./artefact.ts";
import { bundleWithMarks } from "./bundle.ts";
import { checkOperations } from "./check/operations.ts";
import { checkShape } from "./check/shape.ts";
import { withSourceFile } from "./check/source-file.ts";
import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { type Layout, layOut, refuseUnused } from "./groups.ts";
import { withoutMarks } from "./marks.ts";
import { type OperationModel, readOperations } from "./operations.ts";
import { type Places, readPlaces } from "./places.ts";

/** The contract as the emitters read it. */
export interface Contract {
  /** The bundled document with the marks that only codegen reads. */
  readonly marked: OpenApiDocument;
  /** The document as it is published. */
  readonly document: OpenApiDocument;
  readonly operations: OperationModel[];
  readonly layout: Layout;
  /** Where its parts are written. */
  readonly places: Places;
}

/** Reads the hand-written contract below `root`. */
export async function readContract(root: URL = rootUrl): Promise<Contract> {
  const [marked, places] = await Promise.all([bundleWithMarks(root), readPlaces(root)]);
  const contract = contractOf(marked, places);
  refuseUnused(contract.document, places);
  return contract;
}

/** The contract of a bundled document. @throws Error for what nothing can be generated from */
export function contractOf(marked: unknown, places: Places): Contract {
  try {
    checkShape(marked);
    const document = withoutMarks(marked);
    const operations = readOperations(document);
    checkOperations(document, operations);
    return { marked, document, operations, layout: layOut(document, operations, places), places };
  } catch (error) {
    throw withSourceFile(error, { marked, places });
  }
}
