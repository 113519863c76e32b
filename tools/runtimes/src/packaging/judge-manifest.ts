import { asTexts } from "../records.ts";
import type { PackedPackage } from "../packed/packed-package.ts";

const DEPENDENCY_FIELDS = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"];

/** What is wrong with a packed package.json: words that only the workspace understands. */
export function judgeManifest({ manifest }: Pick<PackedPackage, "manifest">): string[] {
  const unresolved = DEPENDENCY_FIELDS.flatMap((field) =>
    Object.entries(asTexts(manifest[field]))
      .filter(([, version]) => /^(workspace|catalog|link|file):/.test(version))
      .map(([name, version]) => `package.json: ${field} has ${name} as "${version}", which only the workspace knows`),
  );
  const source = JSON.stringify(manifest["exports"] ?? {}).match(/"[^"]*(?<!\.d)\.[cm]?ts"/)?.[0];
  return source === undefined
    ? unresolved
    : [...unresolved, `package.json: exports lead to the source ${source}; publishConfig was not applied`];
}
