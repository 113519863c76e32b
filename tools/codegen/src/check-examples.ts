/** `node src/check-examples.ts`: every example of the contract by JSON Schema 2020-12; exits with 1 on a wrong one. */
import { bundle } from "./bundle.ts";
import { parseDocument } from "@fleet-api-tools/openapi-document";
import { exampleErrors } from "./example-errors.ts";

const { checked, errors } = exampleErrors(parseDocument(await bundle()));
for (const error of errors) console.error(error);
console.log(`${checked} examples, ${errors.length} wrong`);
process.exitCode = errors.length === 0 ? 0 : 1;
