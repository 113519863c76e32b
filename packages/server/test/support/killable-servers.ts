import { onTestFinished } from "vitest";
import { logIn } from "./caller.ts";
import type { Child } from "./child.ts";
import { startChild } from "./child.ts";
import type { Ask } from "./position-load.ts";
import { askUntilDone } from "./position-load.ts";

/** A server in a process of its own. */
export class KillableServer {
  readonly #settings: string;
  readonly #onServing: () => void;
  #child: Child | null = null;
  #baseUrl: string | null = null;

  /** With settings as `startServer` takes them. */
  constructor(settings: object, onServing: () => void) {
    this.#settings = JSON.stringify(settings);
    this.#onServing = onServing;
  }

  /** Null while it does not run. */
  get baseUrl(): string | null {
    return this.#baseUrl;
  }

  /** What its process has logged since it was started. */
  get lines(): readonly string[] {
    return this.#child?.lines ?? [];
  }

  async start(): Promise<void> {
    this.#child = startChild("child-serves", this.#settings);
    this.#baseUrl = await this.#child.line("serving");
    this.#onServing();
  }

  /** The bytes of its heap, and of buffers outside of it, after a collection. */
  async memory(): Promise<number> {
    if (this.#child === null) throw new Error("The server does not run.");
    process.kill(this.#child.pid, "SIGUSR2");
    return Number(await this.#child.line("memory"));
  }

  /** Ends its process, at once unless another signal is given. */
  async end(signal?: NodeJS.Signals): Promise<void> {
    this.#baseUrl = null;
    await this.#child?.kill(signal);
  }

  /** Ends its process and starts it again. */
  async restart(signal?: NodeJS.Signals): Promise<void> {
    await this.end(signal);
    await this.start();
  }
}

/** Servers of one database with the demo fleet. */
export interface KillableServers {
  readonly all: readonly KillableServer[];
  /** Of the first demo user. */
  readonly token: string;
  /** Sends requests to those servers in turn that run. */
  readonly ask: Ask;
  /** The server whose turn it is, or another one that runs; waits until there is one. */
  running(turn: number): Promise<{ readonly server: KillableServer; readonly baseUrl: string }>;
}

/** Starts servers for one test. */
export async function startKillableServers(count: number, settings: object): Promise<KillableServers> {
  const waiting: (() => void)[] = [];
  const onServing = (): void => waiting.splice(0).forEach((resolve) => resolve());
  const all = Array.from({ length: count }, () => new KillableServer(settings, onServing));
  onTestFinished(async () => void (await Promise.all(all.map((server) => server.end()))));
  // The first one makes the demo fleet.
  for (const server of all) await server.start();
  const running: KillableServers["running"] = async (turn) => {
    for (;;) {
      const left = all.filter(({ baseUrl }) => baseUrl !== null);
      const server = left[turn % left.length];
      if (server?.baseUrl != null) return { server, baseUrl: server.baseUrl };
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  let turn = 0;
  const ask = askUntilDone(async () => {
    turn += 1;
    return (await running(turn)).baseUrl;
  });
  const { baseUrl } = await running(0);
  return { all, ask, running, token: await logIn(baseUrl) };
}
