import type { GroupNames } from "./nouns.ts";
import { propertiesOf, type RecordShape } from "./record.ts";
import type { Node } from "./yaml-text.ts";

const ID = "../../shared/scalars.yaml#/Id";

/** The schemas of a group: its record, what creates, changes and summarises it, the bulk action, and envelopes. */
export function groupSchemas({ schema, one, words }: GroupNames, record: RecordShape): Node {
  const designed = (description: string, rest: Node): Node => ({
    "x-provenance": "designed",
    type: "object",
    description,
    ...rest,
  });
  const taken = (names: readonly string[]): Node =>
    Object.fromEntries(names.map((name) => [name, { $ref: `#/${schema}/properties/${name}` }]));
  const page = (item: string): Node => ({
    "x-provenance": "designed",
    description: `The paged envelope of ${words.many}.`,
    properties: {
      data: {
        type: "array",
        description: `The ${words.many} of the page.`,
        maxItems: 200,
        items: { $ref: `#/${item}` },
      },
    },
  });
  const envelope = (data: string): Node => ({ "x-provenance": "designed", properties: { data: { $ref: data } } });
  return {
    [schema]: designed(`One of the ${words.many} of a fleet.`, { properties: propertiesOf(record.fields) }),
    ...record.components,
    [`${schema}Summary`]: designed(`What a list needs to show of a ${words.one}.`, {
      properties: taken(record.summary),
    }),
    [`${schema}Create`]: designed(`A new ${words.one}.`, {
      additionalProperties: false,
      required: ["client_id", "name"],
      properties: taken(record.writable),
    }),
    [`${schema}Update`]: designed(`What to change of the ${words.one}; the rest stays as it is.`, {
      additionalProperties: false,
      minProperties: 1,
      properties: taken(record.writable.filter((name) => name !== "client_id")),
    }),
    [`${schema}Transfer`]: designed(`Which ${words.many} another client gets.`, {
      additionalProperties: false,
      required: [`${one}_ids`, "target_client_id"],
      properties: {
        [`${one}_ids`]: {
          type: "array",
          description: `The ${words.many} to hand over.`,
          minItems: 1,
          maxItems: 1000,
          items: { $ref: ID, description: `Identifies one of the ${words.many}.` },
        },
        target_client_id: { $ref: ID, description: "The client that gets them." },
        dry_run: {
          type: "boolean",
          description: "Whether to answer what would happen and change nothing.",
          examples: [false],
        },
        reason: {
          $ref: "../../shared/scalars.yaml#/Text",
          description: "Why it is done, for the audit log.",
          examples: ["sold"],
        },
      },
    }),
    [`${schema}Envelope`]: envelope(`#/${schema}`),
    [`${schema}Page`]: page(schema),
    [`${schema}SummaryPage`]: page(`${schema}Summary`),
    [`${schema}TransferEnvelope`]: envelope("../synthetic/shared.yaml#/SyntheticBulkResult"),
  };
}
