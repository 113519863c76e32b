import { generateHeyApi } from "@fleet-api-tools/codegen/hey-api";
import { scriptArguments } from "./script-arguments.ts";

const { document, folder } = scriptArguments();
await generateHeyApi(folder, document);
