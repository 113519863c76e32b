import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { MemorySample, Question, Reply } from "./messages.ts";

/** The reference server in a process of its own. */
export interface MeasuredServer {
  readonly baseUrl: string;
  /** Its memory after a collection. */
  sample(): Promise<MemorySample>;
  /** A token with which somebody may register; each is given once. */
  invitation(): Promise<string>;
  /** Throws away the tokens that wait to be given: the clock runs fast, and they expire. */
  dropInvitations(): void;
  /** The one-time token of the next message to an address. */
  nextMessage(recipient: string): Promise<string>;
  /** Makes it keep so many bytes of every message that it sends from now on. */
  leak(bytesPerMessage: number): Promise<void>;
  stop(): Promise<void>;
}

const INVITATIONS = 32;

/**
 * Starts the server on a data directory, with passwords that are hashed as in production or cheaply, on a clock that runs fast or
 * on that of the system.
 */
export async function startMeasuredServer(
  directory: string,
  hashing: "real" | "cheap",
  pace: "fast" | "real" = "fast",
): Promise<MeasuredServer> {
  const here = import.meta.dirname;
  const child = fork(join(here, "measured-server.ts"), [directory, hashing, pace], {
    execArgv: ["--expose-gc", "--import", join(here, "report-memory.ts")],
  });
  const exited = once(child, "exit");
  const readers = new Map<string, (text: string) => void>();
  const answers: ((reply: Reply) => void)[] = [];
  child.on("message", (reply: Reply) => {
    if (reply.reply === "mail") readers.get(reply.recipient)?.(reply.token);
    else answers.shift()?.(reply);
  });
  const answer = (): Promise<Reply> =>
    Promise.race([
      new Promise<Reply>((resolve) => answers.push(resolve)),
      exited.then(() => Promise.reject(new Error("The measured server ended."))),
    ]);
  const ask = (question: Question): Promise<Reply> => {
    child.send(question);
    return answer();
  };

  const ready = await answer();
  if (ready.reply !== "ready") throw new Error("The measured server did not start.");
  let invited: Promise<string[]> | undefined;
  const invite = async (): Promise<string[]> => {
    const given = await ask({ question: "invite", count: INVITATIONS });
    return given.reply === "invited" ? [...given.tokens] : [];
  };

  return {
    baseUrl: ready.baseUrl,
    sample: async () => {
      const given = await ask({ question: "sample" });
      if (given.reply !== "sample") throw new Error("The measured server answered out of turn.");
      return given.sample;
    },
    invitation: async () => {
      for (;;) {
        invited ??= invite();
        const token = (await invited).pop();
        if (token !== undefined) return token;
        invited = undefined;
      }
    },
    dropInvitations: () => {
      invited = undefined;
    },
    nextMessage: (recipient) => new Promise((resolve) => readers.set(recipient, resolve)),
    leak: async (bytesPerMessage) => void (await ask({ question: "leak", bytesPerMessage })),
    stop: async () => {
      child.disconnect();
      await exited;
    },
  };
}
