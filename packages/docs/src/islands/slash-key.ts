/** Whether the key / opens the search: speech input can press single keys by accident (WCAG 2.2, 2.1.4). */
import { store, stored } from "./storage.ts";

const KEY = "fleet-slash-key";

/** Takes up what the reader chose on a page before; the button in the bar tells it. */
export function readSlashKey(button: HTMLElement): void {
  apply(stored(KEY) !== "off", button);
}

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
