import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Ask, CpuTime, FixedAnswer, Tell } from "./messages.ts";

/** A server under test, in a process of its own so that its CPU time can be told from that of the load. */
export interface Child {
  readonly baseUrl: string;
  cpu(): Promise<CpuTime>;
  answerWith(answer: FixedAnswer): Promise<void>;
  close(): Promise<void>;
}

/** A script that serves its parent, from this folder. */
export type ChildScript =
  | "fleet-child.ts"
  | "raw-child.ts"
  | "../stalls/fastify-child.ts"
  | "../stalls/reading-child.ts";

/** Starts a child script. Rejects when it ends before it listens. */
export async function startChild(script: ChildScript, environment: Record<string, string> = {}): Promise<Child> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...environment },
  });
  const first = await heard(child);
  if (first.tell !== "ready") throw new Error(`${script} did not say where it listens`);
  return {
    baseUrl: first.baseUrl,
    async cpu() {
      const reply = await question(child, { ask: "cpu" });
      if (reply.tell !== "cpu") throw new Error(`${script} did not tell its CPU time`);
      return reply.cpu;
    },
    async answerWith(answer) {
      await question(child, { ask: "answer", answer });
    },
    async close() {
      const gone = once(child, "exit");
      if (child.connected) child.send({ ask: "close" } satisfies Ask);
      await gone;
    },
  };
}

async function question(child: ChildProcess, ask: Ask): Promise<Tell> {
  const reply = heard(child);
  child.send(ask);
  return reply;
}

function heard(child: ChildProcess): Promise<Tell> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a server under test ended with status ${code}`));
    child.once("exit", onExit);
    child.once("message", (message: Tell) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}
