import { connect, type Socket } from "node:net";

/** A server that hangs must not hang the bench. */
const defaultPatienceMs = 15_000;

/** Sends one request again and again, on a new connection whenever the server closes the last one. */
export interface Attacker {
  /** Requests that were answered, and connections that the server closed without any answer. */
  readonly answered: number;
  /** Status of the last answer; null before the first, and when the server closed the last connection instead. */
  readonly status: number | null;
  /** Resolves when `count` requests were answered; rejects when that takes longer than 15 s. */
  reach(count: number): Promise<void>;
  stop(): void;
}

/** Starts to send. Every answer must give its length, or end with the connection. */
export function startAttacker(port: number, bytes: Buffer, patienceMs = defaultPatienceMs): Attacker {
  const state = { answered: 0, status: null as number | null, stopped: false };
  const goals = new Set<{ readonly count: number; readonly reached: () => void }>();
  let socket: Socket;

  const count = (status: number | null): void => {
    state.answered++;
    state.status = status;
    for (const goal of goals) if (state.answered >= goal.count) goal.reached();
  };
  const open = (): void => {
    let silent = true;
    socket = connect({ port, host: "127.0.0.1", noDelay: true });
    readAnswers(socket, (status) => {
      silent = false;
      count(status);
      if (!state.stopped && socket.writable) socket.write(bytes);
    });
    // A server may reset a connection whose body it does not want; "close" follows.
    socket.on("error", () => {});
    socket.on("close", () => {
      if (state.stopped) return;
      // After an answer the server may close the connection before it reads the next request, which then costs nothing.
      if (silent) count(null);
      open();
    });
    socket.write(bytes);
  };
  open();
  return {
    get answered() {
      return state.answered;
    },
    get status() {
      return state.status;
    },
    reach: (wanted) =>
      new Promise((resolve, reject) => {
        if (state.answered >= wanted) return resolve();
        const goal = { count: wanted, reached: () => end(resolve) };
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          goals.delete(goal);
          settle();
        };
        const request = bytes.subarray(0, 60).toString();
        const timer = setTimeout(
          () => end(() => reject(new Error(`no answer on port ${port} to ${request}`))),
          patienceMs,
        );
        goals.add(goal);
      }),
    stop() {
      state.stopped = true;
      socket.destroy();
    },
  };
}

function readAnswers(socket: Socket, answered: (status: number) => void): void {
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const status = Number(text.slice(9, 12));
      text = text.slice(end + 4 + length);
      answered(status);
    }
  });
}
