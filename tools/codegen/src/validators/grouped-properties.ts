import type { CodeKeywordDefinition, KeywordCxt } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { _, getProperty, stringify } from "ajv/dist/compile/codegen/index.js";
import { alwaysValidSchema, mergeEvaluated, toHash, Type } from "ajv/dist/compile/util.js";

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
