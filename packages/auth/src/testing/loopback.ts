import type { IncomingMessage, ServerResponse } from "node:http";

/** A listening server. */
export interface LoopbackServer {
  /** Where it listens, with the base path: `http://127.0.0.1:<port>/api/v1`. */
  readonly baseUrl: string;
  /** Breaks all connections and stops listening. */
  close(): Promise<void>;
}

/** Responds to a request; gets the base URL that the request was sent to. */
type Respond = (request: Request, baseUrl: string) => Promise<Response>;

/**
 * Serves an in-process service on a free port of 127.0.0.1, readable for pages of any origin. The service asks for the
 * token not to be exposed with the response header `x-hide-token`; a rejected response breaks the connection.
 */
export async function listenOnLoopback(basePath: string, respond: Respond): Promise<LoopbackServer> {
  const { createServer } = await import("node:http");
  let baseUrl = "";
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, baseUrl, respond).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the loopback server has no port");
  baseUrl = `http://127.0.0.1:${address.port}${basePath}`;
  return {
    baseUrl,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  baseUrl: string,
  respond: Respond,
): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  if (method === "OPTIONS") return void outgoing.writeHead(204, corsHeaders(headers.origin)).end();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const request = new Request(new URL(url, baseUrl), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ...(chunks.length > 0 && { body: new Blob(chunks) }),
  });
  const response = await respond(request, baseUrl);
  const { "access-control-expose-headers": exposed, ...cors } = corsHeaders(headers.origin);
  const given = Object.fromEntries(response.headers);
  const { "x-hide-token": hidden, ...rest } = given;
  outgoing.writeHead(response.status, {
    ...cors,
    ...rest,
    ...(hidden === undefined && { "access-control-expose-headers": exposed }),
  });
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

/** `*` never covers `Authorization`, so both lists name it (Fetch standard, CORS protocol). */
function corsHeaders(origin: string | undefined): Record<string, string> {
  return {
    "access-control-allow-origin": origin ?? "*",
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": "authorization, content-type, accept",
    "access-control-expose-headers": "Authorization, Date, Retry-After",
    vary: "origin",
  };
}
