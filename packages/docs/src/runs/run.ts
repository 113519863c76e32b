/** Runs a sample in the sandbox, and shows what it prints below its code. */
import type { Sandbox } from "../sandbox/open-sandbox.ts";
import { unlessAborted } from "../sandbox/open-sandbox.ts";
import { serveRequests } from "../sandbox/serve-requests.ts";
import { findSandbox } from "../sandbox/site-sandbox.ts";
import type { FromProgram, StartMessage } from "./protocol.ts";

/** Longest time for one run, in ms. */
const LIMIT_MS = 60_000;
/** Lines that are shown of what a program prints. */
const MAX_LINES = 500;

let opening: Promise<Sandbox> | null = null;
/** Takes the progress of loading; null after a stop, which nobody wants to hear more of. */
let reporting: HTMLElement | null = null;

/** Where a program is, and where the page says what became of it. */
interface RunOptions {
  /** Absolute address of the root of the site. */
  readonly root: string;
  /** Absolute address of the folder of this script. */
  readonly folder: string;
  /** Name of the program. */
  readonly name: string;
  /** The address that samples call. */
  readonly baseUrl: string;
  /** Takes the output. */
  readonly output: HTMLElement;
  /** Says what is going on. */
  readonly status: HTMLElement;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

/** Resolves when the program has ended, however it ended. */
export async function run(options: RunOptions): Promise<void> {
  const { root, output, status, signal } = options;
  output.textContent = "";
  reporting = status;
  try {
    const sandbox = await unlessAborted(openedSandbox(root, status), signal);
    status.textContent = "Running …";
    status.textContent = await play(sandbox, options);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    reporting = null;
    status.textContent = signal.aborted ? "Stopped." : `The sandbox could not be started. ${text}`;
  }
}

/** The sandbox of the page as it is at first: no run sees what another one changed. */
async function openedSandbox(root: string, status: HTMLElement): Promise<Sandbox> {
  const before = await opening?.catch(() => null);
  if (before != null) {
    status.textContent = "Starting over …";
    await before.reset();
    return before;
  }
  opening = openSandbox(root);
  return opening;
}

async function openSandbox(root: string): Promise<Sandbox> {
  const { size, open } = await findSandbox(root);
  return open({
    onProgress: (loaded, total) => {
      if (reporting !== null)
        reporting.textContent = `Loading the sandbox, ${size}: ${Math.round((100 * loaded) / total)} %`;
    },
  });
}

/** What to say about the run. */
async function play(sandbox: Sandbox, options: RunOptions): Promise<string> {
  const { folder, name, baseUrl } = options;
  const worker = new Worker(new URL("program-worker.js", folder).href, { type: "module" });
  const requests = new MessageChannel();
  const output = new MessageChannel();
  serveRequests(requests.port1, { fetch: (request) => sandbox.fetch(request), rotateAfter: () => undefined });
  const [{ username, password } = { username: "", password: "" }] = sandbox.logins;
  const start: StartMessage = {
    module: new URL(`programs/${name}.js`, folder).href,
    port: requests.port2,
    output: output.port2,
    baseUrl,
    sandboxUrl: sandbox.baseUrl,
    environment: { API_USER: username, API_PASSWORD: password },
  };
  worker.postMessage(start, [requests.port2, output.port2]);
  let limit: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve) => {
      limit = setTimeout(() => resolve(`Ended after ${LIMIT_MS / 1000} seconds.`), LIMIT_MS);
      options.signal.addEventListener("abort", () => resolve("Stopped."));
      worker.addEventListener("error", ({ message }) => resolve(`The program could not be loaded. ${message}`));
      receive(output.port1, options.output, resolve);
    });
  } finally {
    clearTimeout(limit);
    worker.terminate();
    requests.port1.close();
    output.port1.close();
  }
}

/** Shows what a program prints, until it ends. */
function receive(port: MessagePort, output: HTMLElement, end: (text: string) => void): void {
  let lines = 0;
  port.addEventListener("message", ({ data }: MessageEvent<FromProgram>) => {
    if (data.kind === "done") end(lines === 0 ? "Done, without output." : "Done.");
    else if (data.kind === "failed") end(`The program failed. ${data.text}`);
    else if (lines === MAX_LINES) end(`Ended after ${MAX_LINES} lines.`);
    else {
      lines += 1;
      output.append(`${data.text}\n`);
    }
  });
  port.start();
}
