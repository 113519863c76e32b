/** The buttons that run samples. What runs them is loaded by the first one. */
import type { run } from "../runs/run.ts";

export function addRunButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("figure[data-run]")) addRunButton(figure);
}

function addRunButton(figure: HTMLElement): void {
  const { root: toRoot = "", runs = "", sandboxSize = "", baseUrl = "" } = document.documentElement.dataset;
  const root = new URL(toRoot, document.baseURI).href;
  const folder = new URL(runs, document.baseURI).href;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "run-button";
  button.textContent = `Run in this page (loads ${sandboxSize})`;
  const status = document.createElement("p");
  status.className = "run-status";
  status.setAttribute("role", "status");
  const output = document.createElement("pre");
  output.className = "run-output";
  output.tabIndex = 0;
  output.hidden = true;
  let running: AbortController | null = null;
  button.addEventListener("click", () => {
    if (running !== null) {
      running.abort();
      return;
    }
    const { signal } = (running = new AbortController());
    button.textContent = "Stop";
    output.hidden = false;
    const options = { root, folder, baseUrl, output, status, signal, name: figure.dataset["run"] ?? "" };
    import(new URL("run.js", folder).href)
      .then((module: { run: typeof run }) => module.run(options))
      .catch(() => {
        status.textContent = "What runs samples could not be loaded. Reload the page to try again.";
      })
      .finally(() => {
        running = null;
        output.hidden = output.textContent === "";
        button.textContent = "Run again";
      });
  });
  figure.append(button, status, output);
}
