import { asStrings } from "../repo/records.ts";
import { workspacePackages } from "../repo/workspace.ts";
import { found, type Check, type Problem } from "./check.ts";

/** Words, with at most one `:part`. */
const WORD = /^[a-z][a-z\d]*(?::[a-z]+)?$/;

/** The commands of the repository: few plain words, all of them in the README. */
export const rootScripts: Check = {
  name: "root-scripts",
  why: "a command that the README does not explain is known to its author only",
  run(repo) {
    const root = workspacePackages(repo).find((pkg) => pkg.dir === "");
    const names = Object.keys(asStrings(root?.manifest.scripts));
    if (names.length === 0) return found([{ file: "package.json", message: "has no scripts" }]);
    if (!repo.has("README.md"))
      return found([{ file: "README.md", message: "does not exist, so no command is explained" }]);
    const lines = repo.read("README.md").split("\n");
    return found(names.flatMap((name) => scriptProblems(name, lines)));
  },
};

function scriptProblems(name: string, readme: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  if (!WORD.test(name))
    problems.push({ file: "package.json", subject: name, message: `"${name}" is not a plain word` });
  // A table row or list item that begins with the command and goes on with words.
  const explained = new RegExp(`^\\s*[|*-]\\s*\`(?:npx -y pnpm@\\d+ |pnpm )?(?:run )?${name}\`.*[a-z]{2,}`);
  if (!readme.some((line) => explained.test(line))) {
    problems.push({
      file: "README.md",
      subject: name,
      message: `the script "${name}" has no line that says what it does`,
    });
  }
  return problems;
}
