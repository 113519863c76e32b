import type { ReportedChange } from "./redocly-report.ts";

/** Longer values say nothing in one line. */
const VALUE_LENGTH = 60;

/** Names of nodes as readers of the contract say them. */
const NOUNS: Readonly<Record<string, string>> = {
  PathItem: "path",
  MediaType: "media type",
  NamedSchemas: "schema",
  SpecExtension: "extension",
  SecurityRequirementList: "security",
};

/** Nodes whose name says less than that of their parent. */
const NAMELESS = new Set(["schema", "items"]);

/** One sentence on a change that `redocly diff` rates without words of its own. */
export function describeChange(change: ReportedChange, tokens: readonly string[]): string {
  const parent = tokens.at(-2);
  if (change.kind !== "modified") {
    const noun = parent === "properties" ? "property" : (NOUNS[change.typeName] ?? change.typeName.toLowerCase());
    return `${capital(noun)} ${nameIn(change, tokens)} was ${change.kind}.`;
  }
  const property = change.property ?? tokens.at(-1) ?? "";
  const owner = tokens.findLast((token) => token !== property && !NAMELESS.has(token)) ?? "the contract";
  const [before, after] = [shortValue(change.base?.value), shortValue(change.revision?.value)];
  if (before === undefined || after === undefined) return `\`${property}\` of \`${owner}\` changed.`;
  return `\`${property}\` of \`${owner}\` changed from ${before} to ${after}.`;
}

function nameIn(change: ReportedChange, tokens: readonly string[]): string {
  const value = change.revision?.value ?? change.base?.value;
  const named = typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
  return `\`${typeof named === "string" ? named : (tokens.at(-1) ?? "")}\``;
}

/** Text for people is not repeated: what it says now stands in the contract. */
function shortValue(value: unknown): string | undefined {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > VALUE_LENGTH || /\s\S+\s/.test(text) ? undefined : `\`${text}\``;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
