import type { Operation } from "../contract/operations.ts";
import { readProperties, readValue } from "../contract/properties.ts";
import type { Tools } from "../pages/context.ts";
import { samplesOf } from "../samples/index.ts";
import { blocks, fence, oneLine, propertyLines } from "./write.ts";

/** The page of an operation as Markdown. */
export function operationMarkdown({ contract }: Tools, operation: Operation): string {
  const { components } = contract.document;
  const { verb, path, summary, description, permission, auth, provenance, body, parameters, replies, errors } =
    operation;
  const access = { none: "no access token", optional: "access token optional", required: "access token required" }[
    auth
  ];
  const right =
    permission === null ? "" : permission === "self" ? ", any logged-in user" : `, permission \`${permission}\``;
  const values = parameters.map((parameter) => ({
    ...readValue(components, `${parameter.name}`, parameter.schema, parameter.required ?? false),
    description: parameter.description ?? "",
    name: parameter.name,
    in: parameter.in,
  }));
  const places = (["path", "query", "header"] as const).map((place) => {
    const here = values.filter((value) => value.in === place);
    return here.length === 0
      ? null
      : `## ${{ path: "Path parameters", query: "Query parameters", header: "Request headers" }[place]}\n\n${propertyLines(here, "request")}`;
  });
  return blocks(
    `# ${summary}`,
    `\`${verb.toUpperCase()} ${path}\` (${access}${right}; ${provenance}; operationId \`${operation.id}\`)`,
    description,
    ...places,
    body === null
      ? null
      : `## Request body\n\n${body.description}\n\n${propertyLines(readProperties(components, body.schema), "request")}`,
    ...replies.map((reply) =>
      blocks(
        `## Response ${reply.status}`,
        reply.description,
        reply.headers.length === 0
          ? null
          : `Headers:\n\n${reply.headers.map(({ name, header }) => `- \`${name}\`${header.required === true ? "" : ", may be absent"}: ${oneLine(header.description ?? "")}`).join("\n")}`,
        reply.body === null
          ? "Without a body."
          : propertyLines(readProperties(components, reply.body.schema), "response"),
        reply.body?.example === undefined ? null : fence("json", JSON.stringify(reply.body.example, null, 2)),
      ),
    ),
    `## Errors\n\n${errors.map(({ code, status, headers }) => `- ${status} \`${code}\`: ${contract.problems.find((problem) => problem.code === code)?.title ?? ""} (headers: ${headers.join(", ")})`).join("\n")}`,
    `## Samples`,
    ...samplesOf(operation, contract.document).map(({ syntax, code }) => fence(syntax, code)),
  );
}
