import type { IncomingMessage } from "node:http";
import { METHODS } from "node:http";
import {
  headTooLarge,
  malformed,
  maxHeadBytes,
  maxHeaderFields,
  ProblemError,
  tooManyFields,
} from "../kernel/index.ts";
import { fieldValues } from "./node-request.ts";

/** An error of a connection, as Node's HTTP parser describes it. */
export interface ConnectionError extends Error {
  readonly code?: string;
  /** What the parser expected. */
  readonly reason?: string;
  /** The bytes that were being parsed, and how many of them were. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const requestLine = "The request line does not have the form `METHOD /path HTTP/1.1`.";
const chunkedOnce = "`chunked` is given once in Transfer-Encoding, and last.";
const twoLengths = "The request has both Content-Length and Transfer-Encoding. Send one of them.";
const lineEnd = "A line of the request does not end with CRLF.";
const folded = "A header field is continued on the next line. Write it in one line.";
const wrongChunk = "A chunk of the body is malformed (RFC 9112 section 7.1).";

/** By Node's code; those that need the reason or the bytes as well are functions. */
const details: Readonly<Record<string, string | ((error: ConnectionError) => ProblemError | string)>> = {
  HPE_INVALID_METHOD: methodProblem,
  HPE_PAUSED_H2_UPGRADE: "HTTP/2 is not supported. Use HTTP/1.1.",
  HPE_INVALID_URL: "The request target does not begin with a slash, or has a character that must be percent-encoded.",
  HPE_INVALID_CONSTANT: `${requestLine} A space in the path is written %20.`,
  HPE_INVALID_VERSION: ({ reason }) =>
    reason?.includes("CRLF") ? lineEnd : "The version of HTTP is not supported. Use HTTP/1.1.",
  HPE_CR_EXPECTED: lineEnd,
  HPE_LF_EXPECTED: lineEnd,
  HPE_UNEXPECTED_SPACE: folded,
  HPE_INVALID_HEADER_TOKEN: headerDetail,
  HPE_INVALID_TRANSFER_ENCODING: transferCodingProblem,
  HPE_INVALID_CONTENT_LENGTH: ({ reason }) =>
    reason?.includes("Transfer-Encoding") ? twoLengths : "Content-Length is not a number of bytes.",
  HPE_UNEXPECTED_CONTENT_LENGTH: "Content-Length is given more than once.",
  HPE_INVALID_CHUNK_SIZE: wrongChunk,
  HPE_STRICT: wrongChunk,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "The chunk extensions of the body are too long. Leave them out.",
  HPE_INVALID_EOF_STATE: "The connection ended before the request was complete.",
};

/**
 * The problem of what never becomes a request: broken framing, too many header bytes, a client that is too slow. Null for
 * an error of the connection itself, whose client cannot be told. `inBody` when the head of the request was valid.
 */
export function connectionProblem(error: ConnectionError, inBody: boolean): ProblemError | null {
  const { code = "" } = error;
  if (code === "HPE_HEADER_OVERFLOW") return inBody ? trailersTooLarge() : headTooLarge();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ProblemError("request_timeout", "The request did not arrive in time. Send it again.");
  }
  if (!code.startsWith("HPE_")) return null;
  const entry = details[code] ?? "The request cannot be parsed as HTTP/1.1.";
  const found = typeof entry === "function" ? entry(error) : entry;
  return typeof found === "string" ? malformed(found) : found;
}

/** RFC 9110 section 15.6.2: 501 for a method that the server does not recognize. */
function unknownMethod(): ProblemError {
  const detail = "The service does not know this method. Methods are case-sensitive: GET, HEAD, POST, PUT and so on.";
  return new ProblemError("not_implemented", detail);
}

/** RFC 9112 section 6.1: 501 for a transfer coding that the server does not understand. */
function unknownTransferCoding(): ProblemError {
  const detail = "The only transfer coding is `chunked`. Send the body in chunks, or with Content-Length.";
  return new ProblemError("not_implemented", detail);
}

function trailersTooLarge(): ProblemError {
  return new ProblemError("headers_too_large", `The trailer fields have more than ${maxHeadBytes} bytes.`);
}

const tlsHandshake = 0x16;

function methodProblem({ rawPacket, bytesParsed = 0 }: ConnectionError): ProblemError | string {
  if (rawPacket === undefined) return requestLine;
  const start = rawPacket.lastIndexOf("\n", Math.max(bytesParsed - 1, 0)) + 1;
  if (rawPacket[start] === tlsHandshake)
    return "The connection begins with a TLS handshake. This port speaks plain HTTP.";
  const [method = "", target, version = ""] = rawPacket.toString("latin1", start, start + 512).split(/[ \r\n]/, 3);
  const isToken = /^[\w!#$%&'*+.^`|~-]{1,64}$/.test(method) && !METHODS.includes(method);
  const isRequest = isToken && target !== undefined && /^(?:HTTP\/1\.[01])?$/.test(version);
  return isRequest && target !== "" ? unknownMethod() : requestLine;
}

function headerDetail({ reason = "" }: ConnectionError): string {
  if (reason.includes("after header value")) return folded;
  if (reason.includes("value")) return "A header value has a control character.";
  return "A header name has a character that is not allowed there, or no colon follows it directly.";
}

function transferCodingProblem({ reason = "", rawPacket }: ConnectionError): ProblemError | string {
  if (reason.includes("Content-Length")) return twoLengths;
  const head = rawPacket?.toString("latin1") ?? "";
  const codings = [...head.matchAll(/^transfer-encoding:([^\r\n]*)/gim)].flatMap(([, list = ""]) => list.split(","));
  const isKnown = codings.length > 0 && codings.every((coding) => coding.trim().toLowerCase() === "chunked");
  return isKnown ? chunkedOnce : unknownTransferCoding();
}

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

/** The `Origin` in the bytes that were being parsed when the error came; null where they do not have it. */
export function originOf({ rawPacket, bytesParsed = 0 }: ConnectionError): string | null {
  const bytes = rawPacket?.toString("latin1") ?? "";
  // Earlier requests in the same packet end with an empty line.
  const start = bytes.lastIndexOf("\r\n\r\n", Math.max(bytesParsed - 4, 0));
  const [head = ""] = bytes.slice(start < 0 ? 0 : start + 4).split("\r\n\r\n", 1);
  return /^origin:([^\r\n]*)/im.exec(head)?.[1]?.trim() ?? null;
}
