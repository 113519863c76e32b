/** The `start` command: the reference server with the demo fleet, and the quick start against it. */
import { parseArgs } from "node:util";
import { docsDir } from "@fleet-api/docs";
import type { DemoLogin, RunningServer } from "@fleet-api/server";
import { demoLogins, startServer } from "@fleet-api/server";
import type { Simulator } from "@fleet-api/server/simulator";
import { startSimulator } from "@fleet-api/server/simulator";
import { quickStart } from "./quick-start.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let server: RunningServer | null = null;
  let simulator: Simulator | null = null;
  const stop = interrupted();
  try {
    const options = readStartOptions(args);
    if (options === "help") {
      console.log(usage);
      return 0;
    }
    server = await start(options);
    announce(server);
    const stopped = server.stopped.then((error) => {
      if (error !== null) throw error;
    });
    const status = await Promise.race([runQuickStart(server), stop, stopped.then(() => 0)]);
    if (options.once) return status;
    if (options.simulator) simulator = simulate(server);
    console.log("\nServing until Ctrl-C.");
    await Promise.race([stop, stopped]);
    console.log("Stopping.");
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    await simulator?.stop();
    await server?.close();
  }
}

function start(options: StartOptions): Promise<RunningServer> {
  return startServer({
    settings: {
      port: options.port,
      rotate_after_ms: options.rotateAfterS * 1000,
      demo: true,
      log_level: "warn",
      docs_dir: docsDir,
      ...options.database,
    },
    ...(options.printMail && {
      onMessage: ({ kind, recipient, payload }) =>
        console.log(`Mail to ${recipient}: ${kind} token ${payload.token}, valid until ${payload.expires_at}`),
    }),
  });
}

function announce(server: RunningServer): void {
  console.log(`API        ${server.baseUrl}`);
  console.log(`Docs       ${server.docsUrl}`);
  console.log("Demo logins:");
  for (const { username, password, role, scope_level } of demoLogins) {
    console.log(`  ${username.padEnd(22)} ${password.padEnd(28)} ${role.replace("_", " ")}, sees its ${scope_level}`);
  }
}

/** Lets 25 units drive until it is stopped. What fails is tried again. */
function simulate({ baseUrl }: RunningServer): Simulator {
  console.log(
    "\n25 units drive over an invented island, and report every 5 seconds. --no-simulator switches that off.",
  );
  return startSimulator({ baseUrl, login: firstLogin() });
}

function firstLogin(): DemoLogin {
  const [login] = demoLogins;
  if (login === undefined) throw new Error("There is no demo login.");
  return login;
}

/** With the token replaced on every use, so that a minute of waiting is not needed to see it happen. */
async function runQuickStart(server: RunningServer): Promise<number> {
  console.log("\nQuick start, while the service replaces the token on every use:");
  server.rotateAfter(0);
  try {
    await quickStart({ baseUrl: server.baseUrl, ...firstLogin(), print: (line) => console.log(`  ${line}`) });
    return 0;
  } catch (error) {
    console.error(`The quick start failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    server.rotateAfter("default");
  }
}

/** Resolves with the exit status of an interrupted run. A second signal ends the process at once. */
function interrupted(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(130));
  });
}

/** What the `start` command was asked for. */
interface StartOptions {
  /** @default 4080 */
  readonly port: number;
  /** Where the data lives, as settings of the server. @default the directory ".fleet-data" */
  readonly database: { readonly memory: true } | { readonly data: string } | { readonly database_url: string };
  /** Let units of the demo fleet drive. */
  readonly simulator: boolean;
  /** Exit after the quick start, with its status. */
  readonly once: boolean;
  /** Seconds after which tokens are replaced when used; 0 on every use. @default 180 */
  readonly rotateAfterS: number;
  /** Print password reset and registration messages. */
  readonly printMail: boolean;
}

const usage = `Usage: npx -y pnpm@12 start [options]

  --port <number>     port to listen on, 0 for any free one (default 4080)
  --data <dir>        data directory (default .fleet-data, or the PostgreSQL server of DATABASE_URL)
  --memory            keep nothing on disk
  --no-simulator      let no units drive
  --once              exit after the quick start, with its status
  --rotate-after <s>  seconds until a token is replaced when used (default 180)
  --print-mail        print password reset and registration messages, tokens included
  --help              print this`;

/**
 * Reads the command line.
 * @throws Error with a message of one line that says what was wrong
 */
function readStartOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): StartOptions | "help" {
  const { values } = parseArgs({
    // `pnpm start -- --once` hands the separator over; it means nothing here.
    args: args.filter((arg) => arg !== "--"),
    options: {
      port: { type: "string", default: "4080" },
      data: { type: "string" },
      memory: { type: "boolean", default: false },
      "no-simulator": { type: "boolean", default: false },
      once: { type: "boolean", default: false },
      "rotate-after": { type: "string", default: "180" },
      "print-mail": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  if (values.memory && values.data !== undefined) {
    throw new Error("--memory and --data exclude each other: --memory keeps nothing, --data names where to keep it.");
  }
  if (values.data === "") throw new Error("--data needs the name of a directory.");
  return {
    port: wholeNumber("--port", values.port, 65_535),
    rotateAfterS: wholeNumber("--rotate-after", values["rotate-after"], 604_799),
    database: whereTheDataLives(values, environment["DATABASE_URL"]),
    simulator: !values["no-simulator"],
    once: values.once,
    printMail: values["print-mail"],
  };
}

/** The command line wins over the environment. */
function whereTheDataLives(
  { memory, data }: { readonly memory: boolean; readonly data?: string | undefined },
  url: string | undefined,
): StartOptions["database"] {
  if (memory) return { memory: true };
  if (data === undefined && url !== undefined && url !== "") return { database_url: url };
  return { data: data ?? ".fleet-data" };
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value <= max) return value;
  throw new Error(`${name} must be a number from 0 to ${max}, not "${text}".`);
}
