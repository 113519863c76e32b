/** Child process: a bare node:http server that gives one recorded answer to every request. */
import { once } from "node:events";
import { createServer } from "node:http";
import { serveParent } from "./child-side.ts";
import type { FixedAnswer } from "./child.ts";

let fixed: FixedAnswer = { status: 503, headers: [], body: "" };
let body = Buffer.from("");

// The same keep-alive as the reference server, which shows in a header.
const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(fixed.status, [...fixed.headers]).end(body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;

serveParent({
  baseUrl: `http://127.0.0.1:${port}/api/v1`,
  answerWith(answer) {
    fixed = answer;
    body = Buffer.from(answer.body);
  },
  async close() {
    server.closeAllConnections();
    server.close();
  },
});
