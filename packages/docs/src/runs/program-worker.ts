/** Runs one program: what it prints goes to the page, and what it requests to the sandbox. */
import { remoteService } from "../sandbox/remote-service.ts";
import type { Answer } from "../sandbox/protocol.ts";
import type { FromProgram, StartMessage } from "./protocol.ts";
import { printed } from "./protocol.ts";

addEventListener(
  "message",
  ({ data }: MessageEvent<StartMessage>) => {
    const { output: port } = data;
    const send = (message: FromProgram): void => port.postMessage(message);
    run(data, send).then(
      () => send({ kind: "done" }),
      (error: unknown) => send({ kind: "failed", text: printed([error]) }),
    );
  },
  { once: true },
);

async function run(
  { module, port, baseUrl, sandboxUrl, environment }: StartMessage,
  send: (message: FromProgram) => void,
): Promise<void> {
  const service = remoteService(port);
  port.addEventListener("message", ({ data }: MessageEvent<Answer>) => service.receive(data));
  port.start();
  const print = (...values: unknown[]): void => send({ kind: "line", text: printed(values) });
  // A program that is written for Node finds the variables of its environment where Node has them.
  Object.assign(globalThis, {
    process: { env: environment },
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      service.fetch(redirected(new Request(input, init), baseUrl, sandboxUrl)),
  });
  Object.assign(console, { log: print, info: print, warn: print, error: print, debug: print });
  await import(module);
}

/** The request at the sandbox. */
function redirected(request: Request, baseUrl: string, sandboxUrl: string): Request {
  if (!request.url.startsWith(`${baseUrl}/`)) return request;
  return new Request(sandboxUrl + request.url.slice(baseUrl.length), request);
}
