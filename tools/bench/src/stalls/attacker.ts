import { connect, type Socket } from "node:net";

/** A server that hangs must not hang the bench. */
const patienceMs = 15_000;

/** Sends one request again and again, on a new connection whenever the server closes the last one. */
export interface Attacker {
  /** Requests that were answered. */
  readonly answered: number;
  /** Status of the last answer; null before the first. */
  readonly status: number | null;
  /** Resolves when `count` requests were answered; rejects when no answer comes for 15 s. */
  reach(count: number): Promise<void>;
  stop(): void;
}

/** Starts to send. Every answer must give its length, or end with the connection. */
export function startAttacker(port: number, bytes: Buffer): Attacker {
  const state = { answered: 0, status: null as number | null, stopped: false };
  const goals: { readonly count: number; readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let socket: Socket;

  const answered = (status: number): void => {
    state.answered++;
    state.status = status;
    for (const goal of goals) if (state.answered >= goal.count) goal.resolve();
    if (!state.stopped && socket.writable) socket.write(bytes);
  };
  const open = (): void => {
    socket = connect({ port, host: "127.0.0.1", noDelay: true });
    readAnswers(socket, answered);
    socket.setTimeout(patienceMs, () => {
      for (const goal of goals)
        goal.reject(new Error(`no answer on port ${port} to ${bytes.subarray(0, 60).toString()}`));
    });
    // A server may reset a connection whose body it does not want; that is an answer as well.
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!state.stopped) open();
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
    reach: (count) =>
      new Promise((resolve, reject) => {
        if (state.answered >= count) resolve();
        else goals.push({ count, resolve, reject });
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
