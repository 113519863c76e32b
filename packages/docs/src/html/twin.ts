import Turndown from "turndown";
import type { Html } from "./html.ts";

/** What a twin is made from. */
interface TwinSource {
  readonly title: string;
  readonly main: Html;
  readonly aside: Html | null;
}

/** Turns the markup of a page into Markdown. */
type WriteTwin = (page: TwinSource, link: (href: string) => string) => string;

/** A writer of Markdown twins: all that a page says, for language models and for people who copy a page. */
export function createTwins(): WriteTwin {
  let link = (href: string): string => href;
  const turndown = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "_",
  });
  turndown.remove(["input", "legend", "button"]);
  turndown.addRule("links", {
    filter: "a",
    replacement: (content, node) => {
      const kind = attribute(node, "class");
      if (kind === "anchor") return "";
      const text = oneLine(content);
      const href = attribute(node, "href");
      const written = href.startsWith("#") || text === "" ? text : `[${text}](${link(href)})`;
      return kind.startsWith("badge") ? ` ${written} ` : written;
    },
  });
  turndown.addRule("pieces of a line, which the style sheet keeps apart", {
    filter: ["span", "label", "strong"],
    replacement: (content, node) => {
      const text = oneLine(content);
      return text === "" ? "" : node.nodeName === "STRONG" ? ` **${text}** ` : ` ${text} `;
    },
  });
  turndown.addRule("lines of such pieces", {
    filter: (node) => node.nodeName === "P" || node.nodeName === "SUMMARY" || node.nodeName === "FIGCAPTION",
    replacement: (content) => `\n\n${oneLine(content)}\n\n`,
  });
  turndown.addRule("headings", {
    filter: ["h2", "h3", "h4"],
    replacement: (content, { nodeName }) => `\n\n${"#".repeat(Number(nodeName.charAt(1)))} ${oneLine(content)}\n\n`,
  });
  turndown.addRule("code", {
    filter: "pre",
    replacement: (_, node) => {
      const code = node.textContent ?? "";
      const inside = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
      const fence = "`".repeat(inside + 1);
      return `\n\n${fence}${attribute(node, "data-language")}\n${code.trimEnd()}\n${fence}\n\n`;
    },
  });
  turndown.addRule("items", {
    filter: "li",
    replacement: (content) => `- ${content.trim().replaceAll(/\n(?=[^\n])/g, "\n  ")}\n`,
  });
  return ({ title, main, aside }, where) => {
    link = where;
    return `# ${title}\n\n${turndown.turndown(`${main.text}${aside?.text ?? ""}`).trim()}\n`;
  };
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,:;])/g, "")
    .trim();
}

function attribute(node: Turndown.Node, name: string): string {
  return "getAttribute" in node ? (node.getAttribute(name) ?? "") : "";
}
