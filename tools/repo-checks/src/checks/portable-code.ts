import { isBuiltin } from "node:module";
import { PORTABLE_FOLDERS } from "../config/boundaries.ts";
import { globalUses } from "../source/global-uses.ts";
import { importsOf } from "../source/imports.ts";
import { parse } from "../source/parse.ts";
import { sourceFiles } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

const NODE_GLOBALS = new Set(["Buffer", "process", "global", "require()", "setImmediate()"]);

/** No Node module and no Node global in code that also runs in browsers and workers. */
export const portableCode: Check = {
  name: "portable-code",
  why: "contract, client, auth and the server's core run wherever fetch does: web-standard APIs only",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => PORTABLE_FOLDERS.some((folder) => file.startsWith(folder)));
    return found(
      files.flatMap((file) => {
        const source = parse(repo, file);
        const imports = importsOf(source).filter((use) => isBuiltin(use.specifier));
        return [
          ...imports.map((use) => ({ line: use.line, subject: use.specifier, verb: "imports" })),
          ...globalUses(source, NODE_GLOBALS).map((use) => ({ line: use.line, subject: use.name, verb: "uses" })),
        ].map(({ line, subject, verb }) => ({
          file,
          line,
          subject,
          message: `${verb} ${subject}, which only Node has; use a web-standard API, or let the caller hand it in`,
        }));
      }),
    );
  },
};
