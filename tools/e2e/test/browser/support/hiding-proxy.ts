import { createServer } from "node:http";
import { forward, passOn, readAll } from "./forward.ts";
import { listen, stopListening } from "./page-server.ts";

/** A proxy as some companies run them: passes everything on, but not which headers a page may read. */
export async function startHidingProxy(target: string): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const { pathname, origin: service } = new URL(target);
  const server = createServer(async (incoming, outgoing) => {
    const { headers, ...answer } = await forward(incoming, await readAll(incoming), service);
    const { "access-control-expose-headers": _hidden, ...rest } = headers;
    passOn(outgoing, { ...answer, headers: rest });
  });
  const origin = await listen(server);
  return { baseUrl: `${origin}${pathname}`, close: () => stopListening(server) };
}
