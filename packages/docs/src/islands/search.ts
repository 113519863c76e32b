/** The search dialog: a text field over a list, led by the arrow keys. */
import { createSearch, type Found, type Search } from "../search/search.ts";
import { chooseSlashKey, usesSlashKey } from "./storage.ts";

let dialog: SearchDialog | null = null;

/** Opens the search over the index at `index`, with what was typed before; results lead to pages below `root`. */
export async function open(index: string, root: string, typed: string): Promise<void> {
  dialog ??= new SearchDialog(root);
  dialog.show(typed);
  await dialog.load(index);
}

/** Puts links to the pages whose names are most like the address into `place`. */
export async function suggest(index: string, root: string, place: Element): Promise<void> {
  const words = decoded(location.pathname)
    .replace(/\.\w+$/, "")
    .split(/[^\p{L}\p{N}]+/u);
  const query = words.filter((word) => !/^(?:docs|v\d+|index|operations|guides|schemas)$/.test(word)).join(" ");
  const found = (await loadSearch(index))(query).found.filter(({ url }) => !url.includes("#"));
  if (found.length === 0) return;
  const list = document.createElement("ul");
  list.className = "plain";
  for (const { title, url } of found.slice(0, 5)) {
    const link = document.createElement("a");
    link.href = root + url;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  const heading = document.createElement("h2");
  heading.textContent = "Did you mean";
  place.append(heading, list);
}

/** A path that is no UTF-8 stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function loadSearch(index: string, cache: RequestCache = "default"): Promise<Search> {
  const response = await fetch(index, { cache });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return createSearch(await response.json());
}

class SearchDialog {
  readonly #element = document.createElement("dialog");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly #note = document.createElement("p");
  readonly #root: string;
  #search: Search | null = null;
  #failed = false;
  #found: readonly Found[] = [];
  #selected = 0;

  constructor(root: string) {
    this.#root = root;
    this.#element.className = "search";
    this.#element.setAttribute("aria-label", "Search");
    this.#input.type = "text";
    this.#input.placeholder = "Operation, field, error code, permission, guide";
    for (const [name, value] of [
      ["role", "combobox"],
      ["aria-label", "Search"],
      ["aria-controls", "search-results"],
      ["aria-expanded", "false"],
      ["aria-autocomplete", "list"],
      ["autocomplete", "off"],
      ["spellcheck", "false"],
    ] as const) {
      this.#input.setAttribute(name, value);
    }
    this.#list.id = "search-results";
    this.#list.className = "search-results";
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", "Results");
    this.#note.className = "search-note";
    this.#note.setAttribute("role", "status");
    const head = document.createElement("div");
    head.className = "search-head";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "search-close";
    close.textContent = "Close";
    close.addEventListener("click", () => this.#element.close());
    head.append(this.#input, close);
    this.#element.append(head, this.#list, this.#note, slashKeyChoice());
    this.#input.addEventListener("input", () => this.#update());
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    this.#element.addEventListener("click", (event) => {
      if (event.target === this.#element) this.#element.close();
    });
    document.body.append(this.#element);
  }

  show(typed: string): void {
    if (!this.#element.open) this.#element.showModal();
    if (typed === "") this.#input.select();
    else this.#input.value = typed;
    this.#input.focus();
  }

  async load(index: string): Promise<void> {
    if (this.#search !== null) return;
    this.#note.textContent = "Loading …";
    try {
      // A browser may have kept the error of an attempt before.
      this.#search = await loadSearch(index, this.#failed ? "reload" : "default");
      this.#update();
    } catch (error) {
      this.#failed = true;
      this.#note.textContent = `The search index could not be loaded (${error instanceof Error ? error.message : "unknown error"}). Close and open the search to try again.`;
    }
  }

  #update(): void {
    // The note says why there is no search yet.
    if (this.#search === null) return;
    const query = this.#input.value.trim();
    const { found, allWords } = query === "" ? { found: [], allWords: true } : this.#search(query);
    this.#found = found;
    this.#selected = 0;
    this.#list.replaceChildren(...found.map((one, index) => this.#option(one, index)));
    this.#input.setAttribute("aria-expanded", String(this.#found.length > 0));
    this.#note.textContent = noteOf(query, found.length, allWords);
    this.#select(0);
  }

  #option({ kind, title, text, url }: Found, index: number): HTMLLIElement {
    const option = document.createElement("li");
    option.id = `search-option-${index}`;
    option.setAttribute("role", "option");
    option.append(part("search-kind", kind), part("search-title", title), part("search-text", text));
    option.addEventListener("click", () => this.#go(url));
    option.addEventListener("pointermove", () => this.#select(index));
    return option;
  }

  #select(index: number): void {
    const options = [...this.#list.children];
    this.#selected = options.length === 0 ? 0 : (index + options.length) % options.length;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === this.#selected)));
    const current = options[this.#selected];
    if (current === undefined) this.#input.removeAttribute("aria-activedescendant");
    else {
      this.#input.setAttribute("aria-activedescendant", current.id);
      current.scrollIntoView({ block: "nearest" });
    }
  }

  #onKey(event: KeyboardEvent): void {
    // The keys belong to the input method while it composes a character.
    if (event.isComposing) return;
    if (event.key === "ArrowDown") this.#select(this.#selected + 1);
    else if (event.key === "ArrowUp") this.#select(this.#selected - 1);
    else if (event.key === "Enter") this.#go(this.#found[this.#selected]?.url);
    else return;
    event.preventDefault();
  }

  #go(url: string | undefined): void {
    if (url === undefined) return;
    this.#element.close();
    location.href = this.#root + url;
  }
}

function slashKeyChoice(): HTMLLabelElement {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = usesSlashKey();
  box.addEventListener("change", () => chooseSlashKey(box.checked));
  const label = document.createElement("label");
  label.className = "search-choice";
  label.append(box, "The / key opens the search");
  return label;
}

function part(name: string, text: string): HTMLSpanElement {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = text;
  return span;
}

function noteOf(query: string, count: number, allWords: boolean): string {
  if (query === "") return "Type to search. Arrow keys choose, Enter opens.";
  if (count === 0) return `Nothing found for “${query}”.`;
  const results = `${count} ${count === 1 ? "result" : "results"}`;
  return allWords ? `${results}.` : `Nothing has all of these words; ${results} with some of them.`;
}
