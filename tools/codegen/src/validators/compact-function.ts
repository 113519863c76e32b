import type { Ajv2020 } from "ajv/dist/2020.js";
import { _, getProperty, stringify } from "ajv/dist/compile/codegen/index.js";
import { alwaysValidSchema, mergeEvaluated, toHash, Type } from "ajv/dist/compile/util.js";
import type { CodeKeywordDefinition, KeywordCxt } from "ajv";
import ts from "typescript";
import { descriptions, placeOf } from "./runtime/refuse.ts";

/** A stretch of a text, and what comes instead. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Text of a node. */
type TextOf = (node: ts.Node) => string;

/**
 * Rewrites a function that Ajv generated so that it says the same in a fraction of the bytes: `refuse` makes the errors,
 * and other functions are called with the place of the value alone.
 * @param wrapped name of the function that `<identifier>.validate` means: Ajv calls through an object where it compiles
 * a recursion, because there the function does not exist yet
 */
export function compactFunction(code: string, wrapped: ReadonlyMap<string, string>): string {
  const options = { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile("validator.js", code, options);
  const text: TextOf = (node) => node.getText(source);
  const edits: Edit[] = [];
  const replace = (from: ts.Node, to: ts.Node, by: string): void => {
    edits.push({ start: from.getStart(source), end: to.getEnd(), text: by });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return visitStatements(node.statements);
    const target = ts.isPropertyAccessExpression(node) ? wrapped.get(text(node.expression)) : undefined;
    if (target !== undefined) return replace(node, node, target);
    if (ts.isStringLiteral(node) && memberName.test(node.text)) return replace(node, node, `\`${node.text}\``);
    if (ts.isFunctionDeclaration(node)) takePlace(node);
    if (ts.isCallExpression(node)) passPlace(node);
    ts.forEachChild(node, visit);
  };
  const visitStatements = (statements: readonly ts.Statement[]): void => {
    for (let index = 0; index < statements.length; index += 1) {
      const [statement, next] = [statements[index], statements[index + 1]];
      if (statement === undefined) continue;
      const call = refusal(statement, text);
      if (call === null || next === undefined) visit(statement);
      else {
        // The statement after the error adds it to the list, which `refuse` does.
        replace(statement, next, call);
        index += 1;
      }
    }
  };
  /** The functions are public, and a second argument may come from `list.every(validate)`. */
  const takePlace = ({ parameters: [, context], body }: ts.FunctionDeclaration): void => {
    if (context === undefined || body === undefined) return;
    replace(context, context, "instancePath");
    const start = body.getStart(source) + 1;
    edits.push({ start, end: start, text: 'if (typeof instancePath != "string") instancePath = "";' });
  };
  const passPlace = ({ arguments: [, context] }: ts.CallExpression): void => {
    const members = membersOf(context);
    const place = members.has("parentData") ? members.get("instancePath") : undefined;
    if (context && place) replace(context, context, text(place));
  };
  visitStatements(source.statements);
  return apply(code, edits);
}

/** A call of `refuse` in place of a statement that makes an error; null for any other, and for an error that differs. */
function refusal(statement: ts.Statement, text: TextOf): string | null {
  const error = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.initializer : undefined;
  const { message, schema: rule, ...members } = Object.fromEntries(membersOf(error));
  const { instancePath, schemaPath, keyword, params, parentSchema, data, ...others } = members;
  if (Object.keys(others).length > 0 || !message || !rule) return null;
  if (!instancePath || !schemaPath || !keyword || !parentSchema || !data) return null;
  if (!ts.isStringLiteral(schemaPath) || !ts.isStringLiteral(keyword) || !Object.hasOwn(descriptions, keyword.text))
    return null;
  const path = schemaPath.text.slice("#/".length);
  const [schema, ...names] = namesOf(parentSchema);
  if (schema === undefined || `#/${[...names.map(escapeName), keyword.text].join("/")}` !== schemaPath.text)
    return null;
  const [detail] = details.has(keyword.text) ? membersOf(params).values() : [];
  const pathText = memberName.test(path) ? `\`${path}\`` : JSON.stringify(path);
  const values = [schema, pathText, text(data), ...(detail ? [text(detail)] : [])];
  // Most places follow from the path of the rule.
  const place = text(instancePath);
  const follows = place.replaceAll(" + ", "+") === ["instancePath", ...sumOf(placeOf(path))].join("+");
  const start = follows ? "refuse(vErrors, instancePath" : `refuseAt(vErrors, ${place}`;
  return `vErrors = ${start}, ${values.join(", ")});`;
}

/** Stands in paths for the name of a property that a loop goes through; see `groupProperties`. */
const memberName = /\$\{(member\d+)\}/;

/** A text with such names as the terms of a sum: `"/a/"`, `member0` and `"/b"`. */
function sumOf(path: string): string[] {
  const terms = path.split(memberName).map((term, index) => (index % 2 === 1 ? term : JSON.stringify(term)));
  return terms.filter((term) => term !== '""');
}

/** Keywords whose errors say something that is not in the schema. */
const details = new Set(["required", "additionalProperties"]);

/** Values of an object literal by name. */
function membersOf(node: ts.Node | undefined): Map<string, ts.Expression> {
  const members = node && ts.isObjectLiteralExpression(node) ? [...node.properties] : [];
  return new Map(
    members.flatMap((member): [string, ts.Expression][] => {
      if (ts.isShorthandPropertyAssignment(member)) return [[member.name.text, member.name]];
      return ts.isPropertyAssignment(member) && ts.isIdentifier(member.name)
        ? [[member.name.text, member.initializer]]
        : [];
    }),
  );
}

/** The names that lead to a value: `["schema1", "properties", "a b"]` of `schema1.properties["a b"]`. */
function namesOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...namesOf(node.expression), node.name.text];
  if (!ts.isElementAccessExpression(node)) return [];
  const { expression, argumentExpression: name } = node;
  if (ts.isIdentifier(name)) return [...namesOf(expression), `\${${name.text}}`];
  return ts.isLiteralExpression(name) ? [...namesOf(expression), name.text] : [];
}

/** A name in a pointer, as Ajv writes it into the fragment of a URI. */
function escapeName(name: string): string {
  return memberName.test(name) ? name : encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function apply(code: string, edits: readonly Edit[]): string {
  let [result, at] = ["", 0];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

/** From how many properties on a loop is less code than one check for each. */
const leastInGroup = 3;

/**
 * Lets generated validators check properties that follow each other and have equal schemas in one loop over their names.
 * Settings, permissions and the like are a hundred properties of three kinds.
 */
export function groupProperties(ajv: Ajv2020): void {
  const definition: unknown = ajv.getKeyword("properties");
  const grouped: Pick<CodeKeywordDefinition, "code"> = { code: propertiesCode };
  Object.assign(Object(definition), grouped);
}

/** What Ajv generates for `properties` with `allErrors`, but for the loops. */
function propertiesCode(context: KeywordCxt): void {
  const { gen, data, it } = context;
  const schemas: Readonly<Record<string, object>> = context.schema;
  const names = Object.keys(schemas);
  for (const name of names) it.definedProperties.add(name);
  if (it.opts.unevaluated && names.length > 0 && it.props !== true)
    it.props = mergeEvaluated.props(gen, toHash(names), it.props);
  const valid = gen.name("valid");
  for (const group of groupsOf(schemas, names)) {
    const [first = ""] = group;
    if (alwaysValidSchema(it, schemas[first] ?? {})) continue;
    if (group.length === 1) {
      gen.if(_`${data}${getProperty(first)} !== undefined`, () =>
        context.subschema({ keyword: "properties", schemaProp: first, dataProp: first }, valid),
      );
      continue;
    }
    gen.forOf("member", _`${stringify(group)}`, (member) => {
      const subschema = {
        schema: schemas[first] ?? {},
        schemaPath: _`${it.schemaPath}.properties[${member}]`,
        topSchemaRef: it.topSchemaRef,
        errSchemaPath: `${it.errSchemaPath}/properties/\${${member.str}}`,
        dataProp: member,
        // The names need no escape in a pointer, as numbers do not.
        dataPropType: Type.Num,
      };
      gen.if(_`${data}[${member}] !== undefined`, () => context.subschema(subschema, valid));
    });
  }
}

/** Names in their order; those that follow each other with equal schemas together, if they are enough for a loop. */
function groupsOf(schemas: Readonly<Record<string, object>>, names: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const name of names) {
    const run = runs.at(-1);
    const isEqual = run !== undefined && JSON.stringify(schemas[run[0] ?? ""]) === JSON.stringify(schemas[name]);
    if (isEqual && isPlain(name) && isPlain(run[0] ?? "")) run.push(name);
    else runs.push([name]);
  }
  return runs.flatMap((run) => (run.length < leastInGroup ? run.map((name) => [name]) : [run]));
}

/** Whether a name is the same in code, in pointers and in fragments of URIs. */
function isPlain(name: string): boolean {
  return /^\w+$/.test(name);
}
