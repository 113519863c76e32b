/** A button in the head of each block of code. */
export function addCopyButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("figure.code")) {
    const code = figure.querySelector("code");
    if (code === null) continue;
    figure.querySelector("figcaption")?.append(copyButton("Copy", async () => code.textContent));
  }
}

/** A button that copies the Markdown twin of the page. */
export function addCopyPage(): void {
  const twin = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="text/markdown"]');
  const heading = document.querySelector(".heading");
  if (twin === null || heading === null) return;
  const button = copyButton("Copy page as Markdown", async () => {
    const response = await fetch(twin.href);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return response.text();
  });
  button.classList.add("copy-page");
  heading.append(button);
}

/** A button that copies what `read` gives, and says whether it could. */
export function copyButton(label: string, read: () => Promise<string>): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = label;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(await read());
      button.textContent = "Copied";
    } catch {
      // Without permission, or on plain HTTP: the text can still be selected.
      button.textContent = "Could not copy";
    }
    setTimeout(() => (button.textContent = label), 2000);
  });
  // Says "Copied" to those who do not see it.
  button.setAttribute("aria-live", "polite");
  return button;
}
