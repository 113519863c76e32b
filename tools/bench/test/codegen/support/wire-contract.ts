import type { ContractFiles } from "../../../src/codegen/contract/synthetic-contract.ts";

/** What authors write for an operation with parameters of every style, and for one whose body may be left out. */
const paths = `parameters:
  get:
    operationId: testsParameters
    x-provenance: designed
    tags: [Tests]
    summary: Take parameters
    description: Takes parameters of every style.
    security: [{}, { bearer: [] }]
    parameters:
      - name: path_items
        in: path
        required: true
        description: A list in the path.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: commas
        in: query
        style: form
        explode: false
        description: A list in one value.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: repeated
        in: query
        style: form
        explode: true
        description: A list of repeated parameters.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: levels_percent
        in: query
        style: form
        explode: false
        description: A list of numbers.
        schema:
          type: array
          minItems: 1
          maxItems: 50
          items: { type: integer, format: int32, minimum: -100, maximum: 100, description: A level. }
        example: [1, 2]
      - name: text
        in: query
        description: One value.
        schema: { $ref: "schemas.yaml#/WireText" }
        example: a
      - name: X-Items
        in: header
        style: simple
        explode: false
        description: A list in a header.
        schema: { type: array, minItems: 1, maxItems: 50, items: { $ref: "schemas.yaml#/WireText" } }
        example: [a, b]
      - name: X-Text
        in: header
        description: One value in a header.
        schema: { $ref: "schemas.yaml#/WireText" }
        example: a
    responses:
      "200":
        description: They were taken.
        content:
          application/json:
            schema: { $ref: "schemas.yaml#/TakenEnvelope" }
note:
  post:
    operationId: testsNote
    x-provenance: designed
    tags: [Tests]
    summary: Leave a note
    description: Takes a note, or none.
    security: [{}, { bearer: [] }]
    requestBody:
      required: false
      description: The note.
      content:
        application/json:
          schema: { $ref: "schemas.yaml#/Note" }
    responses:
      "200":
        description: It was taken.
        content:
          application/json:
            schema: { $ref: "schemas.yaml#/TakenEnvelope" }
`;

const schemas = `WireText:
  x-provenance: designed
  type: string
  description: A text.
  maxLength: 1000
  examples: [a]
Taken:
  x-provenance: designed
  type: object
  description: It was taken.
  properties:
    done: { $ref: ../../shared/scalars.yaml#/Done }
TakenEnvelope: { x-provenance: designed, properties: { data: { $ref: "#/Taken" } } }
Note:
  x-provenance: designed
  type: object
  description: A note.
  additionalProperties: false
  required: [text]
  properties:
    text: { $ref: "#/WireText", description: What it says. }
`;

/** The files of a contract that also has these operations. */
export function wireContract(real: ContractFiles): ContractFiles {
  const index = `  /tests/parameters/{path_items}:
    $ref: resources/tests/paths.yaml#/parameters
  /tests/note:
    $ref: resources/tests/paths.yaml#/note
`;
  return {
    "openapi.yaml": (real["openapi.yaml"] ?? "").replace("  /tests/ping:\n", `${index}$&`),
    "resources/tests/paths.yaml": `${real["resources/tests/paths.yaml"]}${paths}`,
    "resources/tests/schemas.yaml": `${real["resources/tests/schemas.yaml"]}${schemas}`,
  };
}
