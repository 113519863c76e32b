// The schema that the OpenAPI Initiative publishes for OpenAPI 3.1, and every reference.
import { Validator } from "@seriousme/openapi-schema-validator";
import { scriptArguments } from "./script-arguments.ts";

const result = await new Validator().validate(scriptArguments().document);

if (!result.valid) {
  const { errors } = result;
  console.error(typeof errors === "string" ? errors : JSON.stringify(errors, null, 2));
  process.exitCode = 1;
}
