import fc from "fast-check";
import type { JSONOutput } from "typedoc";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { inLines, textOf, typeCode } from "../src/packages/type-text.ts";

type Type = JSONOutput.SomeType;
type ReferenceTarget = JSONOutput.ReferenceType["target"];

/** TypeDoc brands its numbers. */
function id<Id = JSONOutput.DeclarationReflection["id"]>(number: number): Id {
  return number as Id;
}

const names = fc.constantFrom("Key", "AVeryLongNameOfATypeThatFillsLines", "B", "ResultOfACall");
const members = fc.constantFrom("a", "max-age", "aRatherLongNameOfAMember");

const reference = (name: string, typeArguments?: Type[]): Type => ({
  type: "reference",
  name,
  target: id<ReferenceTarget>(1),
  ...(typeArguments === undefined ? {} : { typeArguments }),
});
const declaration = (more: object): JSONOutput.DeclarationReflection => ({
  id: id(1),
  name: "__type",
  variant: "declaration",
  kind: 65536,
  flags: {},
  ...more,
});
const signature = (parameters: object[], type: Type) => ({
  id: id(2),
  name: "__type",
  variant: "signature" as const,
  kind: 4096,
  flags: {},
  parameters,
  type,
});

/** Types as TypeDoc writes them. */
const { type } = fc.letrec<{ type: Type }>((tie) => {
  const some = tie("type");
  const several = fc.array(some, { minLength: 2, maxLength: 4 });
  const property = fc.record({ name: members, type: some, optional: fc.boolean(), readonly: fc.boolean() });
  return {
    type: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("string", "number", "boolean", "unknown").map((name): Type => ({ type: "intrinsic", name })),
      fc
        .oneof(fc.string({ maxLength: 30 }), fc.nat(), fc.boolean(), fc.constant(null))
        .map((value): Type => ({ type: "literal", value })),
      fc.bigInt({ min: -9n, max: 9n }).map((value): Type => ({
        type: "literal",
        value: { value: String(value < 0n ? -value : value), negative: value < 0n },
      })),
      names.map((name) => reference(name)),
      fc.tuple(names, fc.array(some, { minLength: 1, maxLength: 3 })).map(([name, all]) => reference(name, all)),
      some.map((elementType): Type => ({ type: "array", elementType })),
      several.map((types): Type => ({ type: "union", types })),
      several.map((types): Type => ({ type: "intersection", types })),
      several.map((elements): Type => ({ type: "tuple", elements })),
      some.map((target): Type => ({ type: "typeOperator", operator: "keyof", target })),
      fc.tuple(some, some).map(([objectType, indexType]): Type => ({ type: "indexedAccess", objectType, indexType })),
      fc.tuple(some, some, some, some).map(([checkType, extendsType, trueType, falseType]): Type => ({
        type: "conditional",
        checkType,
        extendsType,
        trueType,
        falseType,
      })),
      fc.tuple(some, some).map(([parameterType, templateType]): Type => ({
        type: "mapped",
        parameter: "Name",
        parameterType,
        templateType,
        readonlyModifier: "+",
        optionalModifier: "-",
      })),
      fc.array(property, { maxLength: 4 }).map((all): Type => ({
        type: "reflection",
        declaration: declaration({
          children: all.map(({ name, optional, readonly, type: one }) =>
            declaration({ name, type: one, flags: { isOptional: optional, isReadonly: readonly } }),
          ),
        }),
      })),
      fc.tuple(fc.array(some, { maxLength: 3 }), some, fc.boolean()).map(([all, result, isRest]): Type => {
        const parameters = all.map((one, index) => ({
          id: id(3),
          name: `parameter${index}`,
          variant: "param",
          kind: 32768,
          flags: { isRest: isRest && index === all.length - 1 },
          type: one,
        }));
        return { type: "reflection", declaration: declaration({ signatures: [signature(parameters, result)] }) };
      }),
    ),
  };
});

/** The structure that the compiler reads from a text, as nested kinds and names; throws for what is no type. */
function structure(text: string): unknown {
  const file = ts.createSourceFile("a.ts", `type A = ${text};`, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  if (parseDiagnostics.length > 0) throw new Error(`${text}: ${String(parseDiagnostics[0]?.messageText)}`);
  const read = (node: ts.Node): unknown => {
    // Parentheses change nothing but what they hold together, which the structure shows.
    if (ts.isParenthesizedTypeNode(node)) return read(node.type);
    const children: unknown[] = [];
    ts.forEachChild(node, (child) => void children.push(read(child)));
    return [node.kind, children.length === 0 ? node.getText() : children];
  };
  return read(file.statements[0] ?? file);
}

const lines = (one: Type): string =>
  inLines(typeCode(one))
    .map(({ text }) => text)
    .join("");

describe("a type as text", () => {
  it("is read by the compiler, the same in one line and in several", () => {
    fc.assert(
      fc.property(type, (one) => {
        const text = textOf(typeCode(one));
        expect(text).not.toContain("\n");
        expect(structure(lines(one))).toEqual(structure(text));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps together what belongs together", () => {
    fc.assert(
      fc.property(type, names, (one, name) => {
        const alone = structure(textOf(typeCode(one)));
        const inner = JSON.stringify(alone).slice(0, -2);
        // The type is one node of the whole, whatever stands around it.
        const body = inner.slice(inner.indexOf('"A"],') + '"A"],'.length);
        const around: Type[] = [
          { type: "array", elementType: one },
          { type: "indexedAccess", objectType: one, indexType: reference(name) },
          { type: "typeOperator", operator: "keyof", target: one },
        ];
        for (const outer of around)
          expect(JSON.stringify(structure(textOf(typeCode(outer))))).toContain(body.slice(0, -1));
      }),
      { numRuns: 300 },
    );
  });

  it("is broken where it is wide", () => {
    const text = (value: string): Type => ({ type: "literal", value });
    const union: Type = { type: "union", types: ["first", "second", "third"].map((one) => text(one.repeat(6))) };
    expect(lines(union)).toBe(
      `\n  | ${union.types.map((one) => JSON.stringify("value" in one ? one.value : "")).join("\n  | ")}`,
    );
    expect(lines(reference("Promise", [union]))).toMatch(/^Promise<\n {2}\| "first.*"third"?.*>$/s);
    expect(lines(reference("Map", [text("a"), text("b")]))).toBe('Map<"a", "b">');
  });
});
