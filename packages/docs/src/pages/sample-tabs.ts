import { codeFigure } from "../html/code.ts";
import { html, type Html } from "../html/html.ts";
import { isRunnable } from "../runs/run-files.ts";
import type { Sample } from "../samples/index.ts";
import type { PageContext } from "./context.ts";

const SYNTAX = { sh: "shellscript", ts: "typescript" } as const;

/** The same call in each language. Radio buttons choose one, so it works without a script; a script remembers the choice, and runs what can run as the program `run`. */
export function sampleTabs(context: PageContext, samples: readonly Sample[], run: string): Html {
  const tabs = samples.map(
    ({ language, label }, index) =>
      html`<input
          type="radio"
          name="sample"
          id="sample-${language}"
          value="${language}"
          ${index === 0 && html` checked`}
        /><label for="sample-${language}">${label}</label>`,
  );
  const panels = samples.map(
    ({ language, label, syntax, code }) =>
      html`<div class="sample sample-${language}">
        ${codeFigure(context.highlight(code, SYNTAX[syntax]), SYNTAX[syntax], label, isRunnable(code) && language === "client" ? run : null)}
      </div>`,
  );
  return html`<fieldset class="samples">
    <legend class="hidden">Language of the sample</legend>
    ${tabs}${panels}
  </fieldset> `;
}
