/** The theme of now: that which the reader chose, or that of the system. */

const system = "(prefers-color-scheme: dark)";

export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === undefined ? matchMedia(system).matches : chosen === "dark";
}

/** Calls back whenever the theme may have changed. */
export function onThemeChange(listener: () => void): void {
  matchMedia(system).addEventListener("change", listener);
  new MutationObserver(listener).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
