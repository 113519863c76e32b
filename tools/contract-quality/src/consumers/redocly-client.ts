import { generateRedoclyClient } from "@fleet-api-tools/codegen/redocly-client";
import { scriptArguments } from "./script-arguments.ts";

const { document, folder } = scriptArguments();
await generateRedoclyClient(folder, document);
