import { isSeq, parseDocument } from "yaml";
import { scalar } from "./fields.ts";
import { propertiesOf } from "./record.ts";
import type { Node } from "./yaml-text.ts";

const CODE = "precondition_failed";

/** Its place in `spec/`. It lies as deep as the groups, so that references to shared scalars read the same. */
export const sharedFile = "resources/synthetic/shared.yaml";

/**
 * What the synthetic groups share: the headers for records with a version and for what creates, and the answer of a
 * bulk action. Their names say that they are synthetic, so that the contract can have its own.
 */
export function sharedDefinitions(): Node {
  const counted = (name: string, description: string): Node => ({
    [name]: { type: "integer", format: "int32", description, minimum: 0, maximum: 1000, examples: [1] },
  });
  return {
    SyntheticIdempotencyKey: header("Idempotency-Key", "Names the request, so that it can be sent again.", {
      required: true,
    }),
    SyntheticIfMatch: header("If-Match", "The ETag of the record that the change is meant for.", { required: false }),
    SyntheticIfNoneMatch: header("If-None-Match", "The ETag of the record that the caller has.", { required: false }),
    SyntheticETag: answerHeader("The version of the record.", '"v7"'),
    SyntheticLocation: answerHeader("Path of the new record.", "/api/v1/tyres/1"),
    SyntheticNotModified: {
      "x-provenance": "designed",
      description: "The caller has the newest version of the record.",
      headers: { ETag: { $ref: "#/SyntheticETag" } },
    },
    SyntheticPreconditionFailed: preconditionFailed(),
    SyntheticOwner: designed(
      "A client by id and name.",
      propertiesOf([
        scalar("id", "Id", "Identifies the client."),
        scalar("name", "LongName", "Name of the client.", "Demo Client 1"),
      ]),
    ),
    SyntheticBulkResult: designed("What became of the records of a bulk action.", {
      ...counted("total", "Records that were named."),
      ...counted("succeeded", "Records that were changed."),
      ...counted("failed", "Records that were not."),
      results: {
        type: "array",
        description: "One per record, in the same order.",
        maxItems: 1000,
        items: { $ref: "#/SyntheticBulkOutcome" },
      },
    }),
    SyntheticBulkOutcome: designed("What became of one record.", {
      ...counted("index", "Where it stood in the request."),
      ...propertiesOf([
        scalar("id", "Id", "Identifies the record."),
        scalar("detail", "NullableNote", "What went wrong; null if nothing did.", null),
      ]),
    }),
  };
}

/** Adds the code that `If-Match` needs to the catalogue of problem codes, if it is not there yet. */
export function withProblemCode(problems: string): string {
  const document = parseDocument(problems);
  const codes = document.getIn(["ProblemCode", "enum"]);
  if (!isSeq(codes)) throw new Error("The schema ProblemCode has no enum.");
  if (codes.items.some((code) => String(code) === CODE)) return problems;
  document.addIn(["ProblemCode", "enum"], CODE);
  const facts = document.createNode({ status: 412, title: "The record has another version" });
  document.setIn(["ProblemCode", "x-problems", CODE], facts);
  const place = ["ProblemCode", "description"];
  const description = String(document.getIn(place)).trimEnd();
  document.setIn(place, `${description}\n- \`${CODE}\`: the record has another version by now (412).\n`);
  return document.toString({ lineWidth: 0 });
}

function designed(description: string, properties: Node): Node {
  return { "x-provenance": "designed", type: "object", description, properties };
}

function header(name: string, description: string, more: Node): Node {
  const schema = { type: "string", minLength: 1, maxLength: 64 };
  return { name, in: "header", "x-provenance": "designed", description, ...more, schema, example: '"v7"' };
}

function answerHeader(description: string, example: string): Node {
  return {
    "x-provenance": "designed",
    description,
    required: true,
    schema: { type: "string", maxLength: 200 },
    example,
  };
}

function preconditionFailed(): Node {
  const detail = "The record was changed meanwhile. Read it again.";
  return {
    "x-provenance": "designed",
    "x-problem-codes": [CODE],
    description: "The record has another version than `If-Match` says.",
    content: {
      "application/problem+json": {
        schema: { $ref: "../../shared/problem.yaml#/Problem" },
        examples: { [CODE]: { value: { detail } } },
      },
    },
  };
}
