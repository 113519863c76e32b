import { generateOrval } from "@fleet-api-tools/codegen/orval";
import { scriptArguments } from "./script-arguments.ts";

const { document, folder } = scriptArguments();
await generateOrval(folder, document);
