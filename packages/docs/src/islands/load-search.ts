import { readSlashKey, usesSlashKey } from "./storage.ts";

/** The button in the bar, and the keys that open the search. The search itself is loaded when it is first wanted. */
export function addSearch(tools: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "search-button";
  readSlashKey(button);
  button.append("Search");
  const key = document.createElement("kbd");
  key.textContent = "/";
  key.setAttribute("aria-hidden", "true");
  button.append(key);
  const failure = document.createElement("p");
  failure.className = "search-failure";
  failure.setAttribute("role", "alert");
  let opening = false;
  let typed = "";
  const openSearch = (): void => {
    if (opening) return;
    failure.remove();
    opening = true;
    typed = "";
    withSearch(async (search, index, root) => {
      if (opening) await search.open(index, root, typed);
    })
      .catch(() => {
        failure.textContent = "The search could not be loaded. Reload the page to try again.";
        tools.append(failure);
      })
      .finally(() => {
        opening = false;
      });
  };
  button.addEventListener("click", openSearch);
  tools.append(button);
  addEventListener("keydown", (event) => {
    if (opening && !isTyping(event)) {
      // Some readers type on while the search is loaded, or think better of it.
      if (event.key === "Escape") opening = false;
      else if (event.key === "Backspace") typed = typed.slice(0, -1);
      else if (event.key.length === 1) typed += event.key;
      else return;
      event.preventDefault();
      return;
    }
    const isSlash = event.key === "/" && usesSlashKey() && !isTyping(event);
    // A capital letter when the caps lock is on.
    if (!isSlash && !(event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    openSearch();
  });
}

interface SearchModule {
  readonly open: (index: string, root: string, typed: string) => Promise<void>;
  readonly suggest: (index: string, root: string, place: Element) => Promise<void>;
}

/** On the page for addresses that lead nowhere: pages with similar names. Without the search there are none. */
export function addSuggestions(place: Element): void {
  withSearch((search, index, root) => search.suggest(index, root, place)).catch(reportError);
}

async function withSearch(use: (search: SearchModule, index: string, root: string) => Promise<void>): Promise<void> {
  const { search = "", index = "", root = "" } = document.documentElement.dataset;
  const absolute = (url: string): string => new URL(url, document.baseURI).href;
  await use(await import(absolute(search)), absolute(index), absolute(root));
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  // The language of samples is chosen with inputs, too, but nothing is typed into them. The field of a dialog that was
  // just closed keeps the focus until the next frame.
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=radio]), textarea, select, [contenteditable]") &&
    target.checkVisibility()
  );
}
