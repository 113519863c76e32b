import { posix } from "node:path";
import { BUDGETS } from "../config/budgets.ts";
import { asRecord } from "../repo/records.ts";
import { workspacePackages } from "../repo/workspace.ts";
import { exportedNames } from "../source/exports.ts";
import type { Check, Problem } from "./check.ts";
import { targetsOf } from "./manifest-entries.ts";

/** How many names an entry of a published package exports. */
export const entryExports: Check = {
  name: "entry-exports",
  why: "a door that lets everything out is no door: what is exported is kept for years",
  run(repo) {
    const entries = workspacePackages(repo)
      .filter((pkg) => pkg.published)
      .flatMap((pkg) =>
        Object.entries(asRecord(pkg.manifest.exports)).flatMap(([name, entry]) =>
          targetsOf(entry)
            .filter((target) => target.endsWith(".ts"))
            .map((target) => {
              const file = posix.join(pkg.dir, target);
              return { entry: posix.join(pkg.name, name), file, count: exportedNames(repo, file).size };
            }),
        ),
      );
    const problems: Problem[] = entries
      .filter(({ count }) => count > BUDGETS.entryExports)
      .map(({ entry, file, count }) => ({
        file,
        subject: entry,
        message: `${entry} exports ${count} names; at most ${BUDGETS.entryExports}: keep in what nobody needs`,
      }));
    const most = entries.toSorted((a, b) => b.count - a.count)[0];
    return most ? { problems, note: `${most.entry} has most, ${most.count}` } : { problems };
  },
};
