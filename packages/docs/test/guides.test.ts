import { readdirSync, readFileSync } from "node:fs";
import { marked } from "marked";
import { describe, expect, it } from "vitest";

const folder = new URL("../guides/", import.meta.url);
const filesOf = (path: string, extension: string): string[] =>
  readdirSync(new URL(path, folder)).filter((file) => file.endsWith(extension));
const read = (file: string): string => readFileSync(new URL(file, folder), "utf8");

describe("guides", () => {
  it.each(filesOf(".", ".md"))("%s has a number, a title, and a summary of one sentence", (file) => {
    expect(file).toMatch(/^\d\d-[a-z]+(-[a-z]+)*\.md$/);
    const [title, summary, ...rest] = marked.lexer(read(file)).filter(({ type }) => type !== "space");
    expect(title).toMatchObject({ type: "heading", depth: 1 });
    expect(summary?.type).toBe("paragraph");
    expect(summary?.raw.trim()).toMatch(/^[^.]+\.$/);
    expect(rest.filter((token) => token.type === "heading" && token.depth === 1)).toEqual([]);
  });

  it("their numbers are all different", () => {
    const numbers = filesOf(".", ".md").map((file) => file.slice(0, 2));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(filesOf("img", ".svg"))("%s can be put into a page as it is", (file) => {
    const svg = read(`img/${file}`);
    expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 \d+ \d+" role="img">\n {2}<title>[^<]+<\/title>/);
    expect(svg).not.toMatch(/\s(?:style|id|href|on\w+)=|<(?:style|script|image|use|foreignObject)\b/);
    expect(Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])).toBeLessThanOrEqual(720);
    for (const [, size] of svg.matchAll(/font-size="(\d+)"/g)) expect(Number(size)).toBeGreaterThanOrEqual(14);
  });

  it("shows every diagram, with a text for those who do not see it", () => {
    const shown = filesOf(".", ".md").flatMap((file) =>
      [...read(file).matchAll(/!\[([^\]]{40,})\]\(img\/([\w-]+\.svg)\)/g)].map(([, , name]) => name),
    );
    expect(shown.toSorted()).toEqual(filesOf("img", ".svg").toSorted());
  });
});
