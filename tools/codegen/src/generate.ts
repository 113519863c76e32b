import type { Artefact } from "./artefact.ts";
import { clientFolder, generatedFolder } from "./artefact.ts";
import { hashContract } from "./banner.ts";
import { bundleWithMarks, jsonText } from "./bundle.ts";
import { documentedOnly } from "./documented.ts";
import { emitFacade } from "./emit/facade.ts";
import { emitHandlers } from "./emit/handlers.ts";
import { emitFeatures, emitOperationFunctions } from "./emit/operation-functions.ts";
import { emitOperations } from "./emit/operations.ts";
import { emitPermissions } from "./emit/permissions.ts";
import { emitProblems } from "./emit/problems.ts";
import { emitSchemaTypes } from "./emit/schema-types.ts";
import { emitSensitive } from "./emit/sensitive.ts";
import { withoutMarks } from "./marks.ts";
import { readOperations } from "./operations.ts";
import { emitStrictResponses, emitValidators } from "./validators/emit.ts";

/** Makes every generated file in memory, from spec/ alone. */
export async function generate(): Promise<Artefact[]> {
  const marked = await bundleWithMarks();
  const document = withoutMarks(marked);
  const bundled = jsonText(document);
  const operations = readOperations(document);
  const documented = jsonText(documentedOnly(marked));
  const hash = hashContract(bundled);
  return [
    people("schema.ts", await emitSchemaTypes(bundled, hash)),
    people("schema.exact.ts", await emitSchemaTypes(bundled, hash, "number | bigint")),
    people("documented.ts", await emitSchemaTypes(documented, hash)),
    people("operations.ts", emitOperations(operations, hash)),
    people("permissions.ts", emitPermissions(document, hash)),
    people("problems.ts", emitProblems(document, hash)),
    people("facade.ts", emitFacade(document, operations, hash)),
    people("facade.exact.ts", emitFacade(document, operations, hash, "./schema.exact.ts")),
    people("handlers.ts", emitHandlers(operations, hash)),
    people("sensitive.ts", emitSensitive(document, operations, hash)),
    {
      path: `${clientFolder}/operation-functions.ts`,
      text: emitOperationFunctions(document, operations, hash),
      checkedIn: true,
    },
    { path: `${clientFolder}/features.ts`, text: emitFeatures(operations, hash), checkedIn: true },
    machines("openapi.json", bundled),
    machines("openapi.documented.json", documented),
    ...(await emitValidators(document, operations, hash)),
    ...(await emitStrictResponses(document, operations, hash)),
  ];
}

function people(name: string, text: string): Artefact {
  return { path: `${generatedFolder}/${name}`, text, checkedIn: true };
}

function machines(name: string, text: string): Artefact {
  return { path: `packages/contract/dist/${name}`, text, checkedIn: false };
}
