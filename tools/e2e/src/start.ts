/** The `start` command: the reference server with the demo fleet, and the quick start against it. */
import { docsDir } from "@fleet-api/docs";
import { demoLogins, startServer } from "@fleet-api/server";
import type { RunningServer } from "@fleet-api/server";
import { quickStart } from "./quick-start.ts";
import type { StartOptions } from "./start-options.ts";
import { readStartOptions, usage } from "./start-options.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let server: RunningServer | null = null;
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
    console.log("\nServing until Ctrl-C.");
    await Promise.race([stop, stopped]);
    console.log("Stopping.");
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
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

/** With the token replaced on every use, so that a minute of waiting is not needed to see it happen. */
async function runQuickStart(server: RunningServer): Promise<number> {
  const [login] = demoLogins;
  if (login === undefined) throw new Error("There is no demo login.");
  console.log("\nQuick start, while the service replaces the token on every use:");
  server.rotateAfter(0);
  try {
    await quickStart({ baseUrl: server.baseUrl, ...login, print: (line) => console.log(`  ${line}`) });
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
