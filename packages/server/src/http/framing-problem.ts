import type { IncomingMessage } from "node:http";
import { malformed, maxHeaderFields, tooManyFields } from "../kernel/index.ts";
import type { ProblemError } from "../kernel/index.ts";
import { unknownTransferCoding } from "./connection-problem.ts";
import { fieldValues } from "./node-request.ts";

/** RFC 3986 sections 3.2.2 and 3.2.3; empty for a target without an authority. */
const validHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** What is wrong with the version, the number of fields or the framing of a request that Node's parser accepts. */
export function framingProblem(message: IncomingMessage): ProblemError | null {
  const { rawHeaders, httpVersion, httpVersionMajor } = message;
  if (httpVersionMajor !== 1) return malformed("The version of HTTP is not supported. Use HTTP/1.1.");
  const fields = rawHeaders.length / 2;
  if (fields > maxHeaderFields) return tooManyFields(fields);
  const hosts = fieldValues(rawHeaders, "host");
  if (httpVersion === "1.1" && hosts.length !== 1) return malformed("Send exactly one Host header.");
  if (!hosts.every((host) => validHost.test(host))) return malformed("The Host header is not a host with a port.");
  // Node takes anything in front of `chunked`, and would hand over the body as if it were not there.
  const codings = fieldValues(rawHeaders, "transfer-encoding").join().toLowerCase();
  return codings === "" || codings.trim() === "chunked" ? null : unknownTransferCoding();
}
