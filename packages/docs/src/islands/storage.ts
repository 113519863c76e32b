/** What a reader chose. A browser may refuse to keep it; the page works without. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds for this page alone.
  }
}

const KEY = "fleet-slash-key";

/** Takes up what the reader chose on a page before; the button in the bar tells it. */
export function readSlashKey(button: HTMLElement): void {
  apply(stored(KEY) !== "off", button);
}

/** Whether the key / opens the search: speech input can press single keys by accident (WCAG 2.2, 2.1.4). */
export function usesSlashKey(): boolean {
  return document.documentElement.dataset["slashKey"] !== "off";
}

export function chooseSlashKey(isOn: boolean): void {
  store(KEY, isOn ? "on" : "off");
  apply(isOn, document.querySelector(".search-button"));
}

function apply(isOn: boolean, button: Element | null): void {
  document.documentElement.dataset["slashKey"] = isOn ? "on" : "off";
  button?.setAttribute("aria-keyshortcuts", isOn ? "/ Control+K" : "Control+K");
}
