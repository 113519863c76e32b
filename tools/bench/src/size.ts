/** `node src/size.ts [--check]`: our bundle sizes and their budgets; with `--check` it exits with 1 above a budget. */
import { parseArgs } from "node:util";
import { print } from "./report.ts";
import { ours } from "./size/entries.ts";
import { measureEntry } from "./size/measure-entry.ts";
import { isAbove, reportSizes } from "./size/measure-entry.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const sizes = await Promise.all(ours.map((entry) => measureEntry(entry)));

process.stdout.write(print(reportSizes("Size: our packages, minified", sizes)));
for (const { name, gzip, budget } of values.check ? sizes.filter(isAbove) : []) {
  console.error(
    `${name}: ${gzip} bytes after gzip, and the budget is ${budget}. Make it smaller, or move a feature to an entry of its own.`,
  );
  process.exitCode = 1;
}
