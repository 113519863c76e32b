import { posix } from "node:path";
import { asStrings } from "../repo/records.ts";
import { workspacePackages } from "../repo/workspace.ts";
import { found, type Check } from "./check.ts";

/** A file that a script runs (`node <file>`) or hands to the compiler (`-p <file>`). */
const TARGET = /(?:\bnode\s+|\s-p\s+)([\w./-]+\.(?:json|[cm]?[jt]s)\b)/g;

/** Scripts of every package.json name files that exist. */
export const scriptTargets: Check = {
  name: "script-targets",
  why: "a script whose file is gone fails for the first person who needs it",
  run(repo) {
    return found(
      workspacePackages(repo).flatMap((pkg) =>
        Object.entries(asStrings(pkg.manifest.scripts)).flatMap(([name, script]) =>
          [...script.matchAll(TARGET)]
            .map((match) => posix.join(pkg.dir, match[1] ?? ""))
            .filter((target) => !repo.has(target))
            .map((target) => ({
              file: posix.join(pkg.dir, "package.json"),
              subject: name,
              message: `the script "${name}" runs ${target}, which does not exist`,
            })),
        ),
      ),
    );
  },
};
