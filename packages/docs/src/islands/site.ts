/** What a page does with a script: theme, copy buttons, the chosen language of samples, search. It works without. */
import type { run } from "../runs/run.ts";
import { addCopyButtons, addCopyPage } from "./copy.ts";
import { addSearch, addSuggestions } from "./load-search.ts";
import { store, stored } from "./storage.ts";
import { isDark, onThemeChange } from "./theme-choice.ts";

const bar = document.querySelector<HTMLElement>("#tools");
if (bar !== null) {
  addSearch(bar);
  addThemeButton(bar);
}
const suggestions = document.querySelector("#suggestions");
if (suggestions !== null) addSuggestions(suggestions);
addCopyButtons();
addRunButtons();
addCopyPage();
rememberSample();
openTarget();
addEventListener("hashchange", openTarget);

/** A button that goes from light to dark and back, and remembers the choice. */
function addThemeButton(tools: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "theme-button";
  button.innerHTML =
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4"/></svg>';
  const show = (): void => button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
  show();
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset["theme"] = theme;
    store("fleet-theme", theme);
  });
  onThemeChange(show);
  tools.append(button);
}

/** Shows the language that the reader chose last, on every page. */
function rememberSample(): void {
  const key = "fleet-sample";
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[name="sample"]')];
  const chosen = inputs.find(({ value }) => value === stored(key));
  if (chosen !== undefined) chosen.checked = true;
  for (const input of inputs) input.addEventListener("change", () => store(key, input.value));
}

/** Opens the closed parts around what the address names. */
function openTarget(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)));
  if (target === null) return;
  let closed = false;
  for (let part = target.closest("details"); part !== null; part = part.parentElement?.closest("details") ?? null) {
    closed ||= !part.open;
    part.open = true;
  }
  if (closed) target.scrollIntoView();
}

/** Fragments that are not percent-encoded as they should be name nothing. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return "";
  }
}

/** Adds the buttons that run samples. What runs them is loaded by the first one. */
function addRunButtons(): void {
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
