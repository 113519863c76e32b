/** Elements of the page, made with their attributes, listeners and content. */

type Content = Node | string | null | false;

/** Attributes by name; a function listens to the event of that name; true and false add and leave out. */
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

/** An element. Texts become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...content.filter((one) => one !== null && one !== false));
  return made;
}

/** A button that does something. */
export function button(text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return element("button", { type: "button", class: "button button-quiet", click: onClick, ...attributes }, text);
}
