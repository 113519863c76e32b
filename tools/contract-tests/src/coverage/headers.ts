import { Ajv2020 } from "ajv/dist/2020.js";
import type { HeaderNode } from "../contract/document.ts";
import type { NameValue } from "../traffic/har.ts";

/**
 * Headers of HTTP itself and of the browser's rules around it, by the specification that describes them. They belong to
 * every answer of every service, so an OpenAPI document does not list them (OpenAPI 3.1, "Response Object": a header
 * `Content-Type` in it is ignored).
 */
const ofTheProtocol: Readonly<Record<string, string>> = {
  connection: "RFC 9110",
  "content-length": "RFC 9110",
  "content-type": "RFC 9110",
  date: "RFC 9110",
  "keep-alive": "RFC 2068",
  "referrer-policy": "W3C Referrer Policy",
  "transfer-encoding": "RFC 9112",
  vary: "RFC 9110",
  "x-content-type-options": "Fetch standard",
};

/** The Fetch standard's answers to pages of another origin. */
const corsPrefix = "access-control-";

/** Header fields are text, so a number in them is read from its digits. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

/** What is wrong with the headers of an answer, each as one line: undocumented, missing, or of a wrong form. */
export function headerProblems(documented: Readonly<Record<string, HeaderNode>>, sent: readonly NameValue[]): string[] {
  const names = sent.map(({ name }) => name.toLowerCase());
  const undocumented = names.filter((name) => documented[name] === undefined && !isOfTheProtocol(name));
  const missing = Object.keys(documented).filter(
    (name) => documented[name]?.required === true && !names.includes(name),
  );
  return [
    ...undocumented.map((name) => `the header ${name} is not documented`),
    ...missing.map((name) => `the header ${name} is missing`),
    ...sent.flatMap(({ name, value }) => formProblems(name.toLowerCase(), documented, value)),
  ];
}

function isOfTheProtocol(name: string): boolean {
  return ofTheProtocol[name] !== undefined || name.startsWith(corsPrefix);
}

/** Does not quote the value: it may be a token. */
function formProblems(name: string, documented: Readonly<Record<string, HeaderNode>>, value: string): string[] {
  const header = documented[name];
  if (header === undefined || ajv.validate(header.schema, value)) return [];
  return [`the header ${name} ${ajv.errorsText(ajv.errors, { dataVar: "" }).trim()}`];
}
