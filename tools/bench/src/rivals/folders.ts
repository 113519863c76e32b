import { fileURLToPath } from "node:url";

/** Where the client of hey-api is generated. */
export const heyApiFolder = fileURLToPath(new URL("../../dist/hey-api", import.meta.url));

/** Where the client of `redocly generate-client` is generated, as one file `client.ts`. */
export const redoclyFolder = fileURLToPath(new URL("../../dist/redocly", import.meta.url));
