/** Markup that is safe to put into a page. Only {@link html} and {@link trusted} make it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** A template whose values are escaped, unless they are {@link Html}. `null`, `undefined` and `false` are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const parts = withoutIndentation(strings);
  let text = parts[0] ?? "";
  values.forEach((value, index) => {
    text += render(value) + (parts[index + 1] ?? "");
  });
  return new Html(text);
}

const parsed = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Templates are indented for people who read the source; a page without that is a tenth smaller. */
function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
  const known = parsed.get(strings) ?? strings.map((part) => part.replaceAll(/\n\s*/g, "\n"));
  parsed.set(strings, known);
  return known;
}

/** Markup that another library made, such as Shiki; never text of the contract. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Text that may stand in an element or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Text of an element, where quotes stand for themselves: code has many, and a page is smaller. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return value.map(render).join("");
}
