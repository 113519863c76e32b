import { resolve, type Schema, type WithComponents } from "./document.ts";

/** A member of objects of several kinds. */
export interface KindMember {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Which kinds have it, in words: `only if change is removed`; null for all. */
  readonly rule: string | null;
}

/**
 * The members of a choice of objects that a constant tells apart, such as the entries of a feed or the events of a stream. Null for
 * any other schema.
 */
export function readKinds(document: WithComponents, { anyOf, oneOf }: Schema): KindMember[] | null {
  const kinds = (anyOf ?? oneOf ?? []).map((choice) => resolve(document, choice));
  const tag = Object.keys(kinds[0]?.properties ?? {}).find((name) =>
    kinds.every((kind) => constOf(kind, name) !== null),
  );
  if (kinds.length < 2 || tag === undefined) return null;
  const names = [...new Set(kinds.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const members: KindMember[] = [];
  for (const name of names) {
    const having = kinds.filter(({ properties = {} }) => name in properties);
    const [schema = {}, ...others] = having.map(({ properties = {} }) => properties[name] ?? {});
    const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(schema));
    members.push({
      name,
      schema: name === tag ? tagSchema(kinds, tag) : isSame ? schema : choiceOf(document, { kinds: having, tag, name }),
      required: having.length === kinds.length && having.every(({ required = [] }) => required.includes(name)),
      rule:
        having.length === kinds.length
          ? null
          : `only if ${tag} is ${having.map((kind) => constOf(kind, tag)).join(" or ")}`,
    });
  }
  return members;
}

/** A member that is another one in each kind, with what each says of it. */
function choiceOf(
  document: WithComponents,
  { kinds, tag, name }: { readonly kinds: readonly Schema[]; readonly tag: string; readonly name: string },
): Schema {
  const choices = kinds.map(({ properties = {} }) => properties[name] ?? {});
  const lines = kinds.map((kind, index) => {
    const { description = "" } = resolve(document, choices[index] ?? {});
    return `- \`${constOf(kind, tag)}\`${description === "" ? "" : `: ${description.trim()}`}`;
  });
  return { anyOf: choices, description: lines.join("\n") };
}

function constOf({ properties = {} }: Schema, name: string): string | null {
  const value = properties[name]?.const;
  return typeof value === "string" ? value : null;
}

/** The member that tells the kinds apart, with what it says of each. */
function tagSchema(kinds: readonly Schema[], tag: string): Schema {
  const values = kinds.map((kind) => constOf(kind, tag) ?? "");
  const lines = kinds.map((kind, index) => `- \`${values[index]}\`: ${kind.properties?.[tag]?.description ?? ""}`);
  return { type: "string", enum: values, description: lines.join("\n") };
}
