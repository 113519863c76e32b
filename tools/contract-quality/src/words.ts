// Spelling (cspell), Markdown and inclusive language (redocly recheck) of the pages and of the contract's texts.
import { checkProse, checkSpelling } from "./check-words.ts";

const ends = await Promise.all([checkSpelling(), checkProse()]);

for (const { code, stdout, stderr } of ends) {
  if (code !== 0) {
    console.error(`${stdout}${stderr}`.trim());
    process.exitCode = 1;
  }
}
if (process.exitCode === 1) console.error("A right word that is unknown goes into tools/contract-quality/words.txt.");
else {
  const [spelling] = ends;
  const [, files = "0"] = /Files checked: (\d+)/.exec(spelling.stderr) ?? [];
  console.log(`words: spelling of ${files} files, Markdown and inclusive language without a finding`);
}
