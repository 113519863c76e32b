// `pnpm weight [<git range>]`: how large the repository is, or a change. It prints figures and never fails because of one.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openRepo } from "./repo/repo.ts";
import { changeReport, weightReport } from "./weight/weigh.ts";

const root = join(import.meta.dirname, "../../..");
const [range] = process.argv.slice(2).filter((arg) => arg !== "--");
const repo = openRepo(root);
if (range === undefined) console.log(weightReport(repo));
else {
  const args = ["-C", root, "diff", "--numstat", "--no-renames", range, "--"];
  console.log(changeReport(repo, execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 26 })));
}
