import type { Ask, CpuTime, FixedAnswer, Tell } from "./child.ts";

/** A server in a child process. */
export interface ServedChild {
  readonly baseUrl: string;
  /** From now on answer with this. */
  readonly answerWith?: (answer: FixedAnswer) => void;
  /** CPU time of other processes that work for this one, in microseconds. */
  readonly backendTime?: () => Promise<number>;
  close(): Promise<void>;
}

/** Answers the parent until it goes away; a child does not outlive it. */
export function serveParent(served: ServedChild): void {
  process.on("message", (message: Ask) => {
    if (message.ask === "cpu") void cpuTime(served).then((cpu) => tell({ tell: "cpu", cpu }));
    else if (message.ask === "answer") {
      served.answerWith?.(message.answer);
      tell({ tell: "done" });
    } else void served.close().finally(() => process.disconnect());
  });
  process.once("disconnect", () => process.exit());
  tell({ tell: "ready", baseUrl: served.baseUrl });
}

function tell(message: Tell): void {
  process.send?.(message);
}

async function cpuTime({ backendTime }: ServedChild): Promise<CpuTime> {
  const backends = (await backendTime?.()) ?? 0;
  const total = process.cpuUsage();
  const main = process.threadCpuUsage();
  return { process: total.user + total.system, main: main.user + main.system, backends };
}
