/** Child process: a bare node:http server that reads every body to its end and looks at nothing. */
import { once } from "node:events";
import { createServer } from "node:http";
import { serveParent } from "../server/child-side.ts";

const answer = '{"data":{"pong":true}}';
const server = createServer((request, response) => {
  request.on("error", () => response.destroy());
  request.on("end", () => response.writeHead(200, { "content-length": answer.length }).end(answer));
  request.resume();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;

serveParent({
  baseUrl: `http://127.0.0.1:${port}/api/v1`,
  async close() {
    server.closeAllConnections();
    server.close();
  },
});
