import { fileURLToPath } from "node:url";

/** Directory of the built site; serve it at `/docs`. Empty until the package is built. */
export const docsDir: string = fileURLToPath(new URL("../dist/site", import.meta.url));
