/** Pieces of the Markdown twin of a page, for language models and people who copy a page. */
import type { Property } from "../contract/properties.ts";

/** A Markdown document: blocks with an empty line between them. */
export function blocks(...parts: readonly (string | null)[]): string {
  return `${parts
    .filter((part) => part !== null && part.trim() !== "")
    .map((part) => part?.trim())
    .join("\n\n")}\n`;
}

export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** A nested list of properties with types, rules and descriptions. */
export function propertyLines(properties: readonly Property[], direction: "request" | "response", depth = 0): string {
  return properties
    .flatMap((property) => {
      const { name, type, nullable, required, constraints, values, description, children } = property;
      const presence = direction === "request" ? (required ? ", required" : "") : required ? "" : ", may be absent";
      const kind = `${type.map(({ text }) => text).join("")}${nullable ? " or null" : ""}`;
      const shown = values.filter((value) => value !== null && !description.includes(`\`${String(value)}\``));
      const rules = [
        ...constraints,
        shown.length > 0 ? `one of ${shown.map((value) => `\`${String(value)}\``).join(", ")}` : "",
      ].filter((rule) => rule !== "");
      const text = [oneLine(description), rules.length > 0 ? `(${rules.join(", ")})` : ""]
        .filter((part) => part !== "")
        .join(" ");
      const line = `${"  ".repeat(depth)}- \`${name}\` (${kind}${presence})${text === "" ? "" : `: ${text}`}`;
      return children.length > 0 ? [line, propertyLines(children, direction, depth + 1)] : [line];
    })
    .join("\n");
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
