import { asRecord } from "../repo/records.ts";
import type { Repo } from "../repo/repo.ts";
import { workspacePackages, type WorkspacePackage } from "../repo/workspace.ts";
import { found, type Check } from "./check.ts";
import { entryProblems } from "./manifest-entries.ts";

/** What a published package.json must say, and that its entries lead to files. */
export const publishedManifests: Check = {
  name: "published-manifests",
  why: "users get what package.json promises, and nobody tries every entry by hand before a release",
  run(repo) {
    const packages = workspacePackages(repo);
    const license = packages.find((pkg) => pkg.dir === "")?.manifest.license;
    return found(
      packages
        .filter((pkg) => pkg.published)
        .flatMap((pkg) =>
          [...fieldProblems(pkg, license), ...fileProblems(repo, pkg), ...entryProblems(repo, pkg)].map((problem) => ({
            file: `${pkg.dir}/package.json`,
            ...problem,
          })),
        ),
    );
  },
};

function fieldProblems(pkg: WorkspacePackage, license: unknown): { subject: string; message: string }[] {
  const { manifest } = pkg;
  const facts: readonly (readonly [string, boolean, string])[] = [
    ["license", manifest.license === license && license !== undefined, `must equal the root's (${String(license)})`],
    ["description", typeof manifest.description === "string", "is missing"],
    ["type", manifest.type === "module", 'must be "module"'],
    ["private", manifest.private === undefined, "keeps the package from being published; it lies under packages/"],
    ["repository.directory", asRecord(manifest.repository).directory === pkg.dir, `must be "${pkg.dir}"`],
    ["engines.node", typeof asRecord(manifest.engines).node === "string", "is missing"],
    ["files", Array.isArray(manifest.files) && manifest.files.includes("dist"), 'must be a list that has "dist"'],
    ["exports", Object.keys(asRecord(manifest.exports)).length > 0, "is missing"],
  ];
  return facts.filter(([, holds]) => !holds).map(([subject, , what]) => ({ subject, message: `${subject} ${what}` }));
}

/** Every name under `files` exists, except what the build writes. */
function fileProblems(repo: Repo, pkg: WorkspacePackage): { subject: string; message: string }[] {
  const files: readonly unknown[] = Array.isArray(pkg.manifest.files) ? pkg.manifest.files : [];
  return files
    .map(String)
    .filter((name) => name !== "dist" && !name.startsWith("dist/") && !/[*!]/.test(name))
    .filter((name) => !repo.has(`${pkg.dir}/${name}`))
    .map((name) => ({ subject: name, message: `files names ${name}, which does not exist` }));
}
