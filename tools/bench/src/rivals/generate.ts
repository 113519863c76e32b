/** Generates the clients of the other generators. In a process of its own: one of them brings a whole compiler along. */
import { generateHeyApi } from "@fleet-api-tools/codegen/hey-api";
import { generateRedoclyClient } from "@fleet-api-tools/codegen/redocly-client";
import { heyApiFolder, redoclyFolder } from "./folders.ts";

await Promise.all([generateHeyApi(heyApiFolder), generateRedoclyClient(redoclyFolder)]);
