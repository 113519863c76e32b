import { CLOCK_SOURCES } from "../config/boundaries.ts";
import { globalUses } from "../source/global-uses.ts";
import { parse } from "../source/parse.ts";
import { sourceFiles } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

const CLOCKS_AND_DICE = new Set([
  "Date.now",
  "new Date()",
  "Date()",
  "performance.now",
  "Math.random",
  "crypto.getRandomValues",
  "crypto.randomUUID",
]);

/** Time and chance come in through one door per package. */
export const clockAndRandom: Check = {
  name: "clock-and-random",
  why: "time and randomness are handed in, so that every test can choose them",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => !CLOCK_SOURCES.some((place) => file.startsWith(place)));
    return found(
      files.flatMap((file) =>
        globalUses(parse(repo, file), CLOCKS_AND_DICE).map((use) => ({
          file,
          line: use.line,
          subject: use.name,
          message: `uses ${use.name}; take a clock or a random source from the caller (${CLOCK_SOURCES.join(", ")} may)`,
        })),
      ),
    );
  },
};
