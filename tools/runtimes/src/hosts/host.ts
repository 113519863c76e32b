import type { JourneyOptions } from "../smoke/journey.ts";

/** What a runtime is given. */
export interface HostTask {
  /** Folder with the installed packages and `main.js`. */
  readonly consumer: string;
  readonly options: JourneyOptions;
}

/** A runtime to try the packages on. */
export interface Host {
  readonly name: string;
  /** Why it cannot be had on this machine; undefined when it can. */
  whyNot(): string | undefined;
  /** Version as the report must tell it: the name that the runtime gives itself. */
  readonly tells: RegExp;
  /** Runs the journey. @returns what it printed: the report as JSON. Rejects with what went wrong. */
  run(task: HostTask): Promise<string>;
  /** Runs the journey with the server inside of the runtime; not all can. Settles as `run`. */
  readonly runServer?: (consumer: string) => Promise<string>;
  /** Runs a script of the consumer's folder on the command line; only some can. Rejects with what went wrong. */
  readonly runScript?: (script: string, args: readonly string[], cwd: string) => Promise<string>;
}
