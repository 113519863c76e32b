import { SERVER_BOUNDARIES } from "../config/boundaries.ts";
import { importsOf, relativeTarget } from "../source/imports.ts";
import { parse } from "../source/parse.ts";
import { sourceFiles } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

const GROUP = /^packages\/server\/src\/resources\/([^/]+)\//;

/** The layers inside a resource group, and the doors between groups. */
export const serverBoundaries: Check = {
  name: "server-boundaries",
  why: "one slice per resource group, layered inside: a rule has one place, and a group one door (its index.ts)",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => file.startsWith("packages/server/src/"));
    return found(
      files.flatMap((file) =>
        importsOf(parse(repo, file)).flatMap((use) => {
          const target = relativeTarget(file, use.specifier);
          const reason = target && (layerObjection(file, target) ?? doorObjection(file, target));
          if (!reason) return [];
          return [{ file, line: use.line, subject: target, message: `imports ${target}: ${reason}` }];
        }),
      ),
    );
  },
};

function layerObjection(file: string, target: string): string | undefined {
  return SERVER_BOUNDARIES.find(
    (boundary) => boundary.from.test(file) && boundary.refuse.test(target) && !boundary.allow?.test(target),
  )?.why;
}

function doorObjection(file: string, target: string): string | undefined {
  const group = GROUP.exec(target)?.[1];
  if (group === undefined || GROUP.exec(file)?.[1] === group) return undefined;
  return target.endsWith(`/${group}/index.ts`)
    ? undefined
    : `only the index.ts of ${group} may be imported from outside`;
}
