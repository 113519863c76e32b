/** Generates the client of hey-api. In a process of its own: the generator brings a whole compiler along. */
import { generateHeyApi } from "@fleet-api-tools/codegen/hey-api";
import { heyApiFolder } from "./hey-api.ts";

await generateHeyApi(heyApiFolder);
