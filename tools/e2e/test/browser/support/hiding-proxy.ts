import { createServer, request } from "node:http";
import { listen, stopListening } from "./page-server.ts";

/** A proxy as some companies run them: passes everything on, but not which headers a page may read. */
export async function startHidingProxy(target: string): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const { pathname, host, hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      const { "access-control-expose-headers": _hidden, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const origin = await listen(server);
  return { baseUrl: `${origin}${pathname}`, close: () => stopListening(server) };
}
