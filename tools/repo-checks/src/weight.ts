// `pnpm weight [<git range>]`: how large the repository is, or a change. It prints figures and never fails because of one.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { openRepo } from "./repo/repo.ts";
import { changeReport, weightReport } from "./weight/weigh.ts";

const root = join(import.meta.dirname, "../../..");
const [range, ...others] = process.argv.slice(2).filter((arg) => arg !== "--");
if (others.length > 0 || range?.startsWith("-")) refuse("Usage: pnpm weight [<git range>], such as main..HEAD");
else if (range === undefined) console.log(weightReport(openRepo(root)));
else printChange(range);

function printChange(given: string): void {
  const args = ["-C", root, "diff", "--numstat", "--no-renames", given, "--"];
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status === 0) console.log(changeReport(openRepo(root), stdout));
  else refuse(`git does not know the range ${given}: ${stderr.trim()}`);
}

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
