import { readdirSync, readFileSync } from "node:fs";

/** What the system says about a process. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** When the process started: a pid may be given again. */
  readonly started: string;
  /** CPU seconds of the process itself, user and system. */
  readonly own: number;
  /** CPU seconds of all children that it has waited for, and of theirs. */
  readonly children: number;
}

/** Linux shows times in hundredths of a second, whatever its kernel counts in. */
const TICKS = 100;

/** The processes of this machine; null where there is no `/proc`. */
export function readProcesses(): readonly ProcessTimes[] | null {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []));
  } catch {
    return null;
  }
}

function readProcess(pid: string): ProcessTimes[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of a program may have spaces and parentheses; the fields that follow it have none.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (index: number): number => (Number(fields[index]) + Number(fields[index + 1])) / TICKS;
    const [parent, started = ""] = [Number(fields[1]), fields[19]];
    return [{ pid: Number(pid), parent, started, own: seconds(11), children: seconds(13) }];
  } catch {
    // It ended between our look at the folder and this one.
    return [];
  }
}

const total = ({ own, children }: ProcessTimes): number => own + children;

/**
 * Counts the CPU seconds of a program and of everything it starts, by looking at the processes again and again. A process
 * that its parent waited for is in the times of the parent. One that its parent did not wait for, such as a renderer of
 * Chromium, is followed until it ends. What a process used after the last look at it may be missed.
 */
export class CpuMeter {
  readonly #root: number;
  /** The processes of the program at the last look; undefined before the first. */
  #alive: ReadonlyMap<number, ProcessTimes> | undefined;
  /** Of processes that ended and are in the times of no other. */
  #ended = 0;

  constructor(root: number) {
    this.#root = root;
  }

  look(processes: readonly ProcessTimes[]): void {
    const before = this.#alive ?? new Map<number, ProcessTimes>();
    const alive = this.#find(processes);
    const lost = new Map<number, number>();
    for (const each of before.values()) {
      if (alive.get(each.pid)?.started === each.started) continue;
      let { parent } = each;
      while (!alive.has(parent) && before.has(parent)) parent = before.get(parent)?.parent ?? 0;
      lost.set(parent, (lost.get(parent) ?? 0) + total(each));
    }
    for (const [ancestor, seconds] of lost) {
      const waitedFor = (alive.get(ancestor)?.children ?? 0) - (before.get(ancestor)?.children ?? 0);
      this.#ended += Math.max(0, seconds - waitedFor);
    }
    this.#alive = alive;
  }

  /** CPU seconds until the last look. */
  get seconds(): number {
    return [...(this.#alive?.values() ?? [])].reduce((sum, each) => sum + total(each), this.#ended);
  }

  /** The processes that were ours before, and the descendants of ours. */
  #find(processes: readonly ProcessTimes[]): Map<number, ProcessTimes> {
    const all = new Map(processes.map((each) => [each.pid, each]));
    const ours = new Map<number, boolean>();
    const isOurs = (pid: number): boolean => {
      const known = ours.get(pid);
      if (known !== undefined) return known;
      const each = all.get(pid);
      const wasOurs = this.#alive === undefined ? pid === this.#root : this.#alive.get(pid)?.started === each?.started;
      const found = each !== undefined && (wasOurs || isOurs(each.parent));
      ours.set(pid, found);
      return found;
    };
    return new Map(processes.filter(({ pid }) => isOurs(pid)).map((each) => [each.pid, each]));
  }
}

/** Looks as often as the age of the program asks for: what is missed at its end stays a small part of the whole. */
const OFTEN_MS = 20;
const SELDOM_MS = 500;

/**
 * Measures a program from now on.
 * @returns ends the measurement; gives the CPU seconds, null where the system does not tell.
 */
export function measureCpu(pid: number): () => number | null {
  const meter = new CpuMeter(pid);
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const look = (): boolean => {
    const processes = readProcesses();
    if (processes !== null) meter.look(processes);
    return processes !== null;
  };
  const again = (): void => {
    if (!look()) return;
    const pause = Math.min(SELDOM_MS, Math.max(OFTEN_MS, (performance.now() - begun) / 20));
    timer = setTimeout(again, pause);
    timer.unref();
  };
  again();
  return () => {
    clearTimeout(timer);
    return look() ? meter.seconds : null;
  };
}
