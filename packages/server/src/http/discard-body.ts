import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a connection whose last answer was sent may stay open from the client's side, in ms. */
const lingerMs = 2000;

/**
 * Ends the server's side of a connection, and the whole of it a little later. Closing it at once while bytes of the
 * client are unread would reset it, and the client might lose the answer (RFC 9112 section 9.6).
 */
export function closeGently(socket: Socket): void {
  socket.end();
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(linger));
}

/** Makes Node close the connection gently when the last answer on it is sent before the body has come. */
function closeAfterBody(message: IncomingMessage): void {
  const { socket } = message;
  const restore = (): void => void Reflect.deleteProperty(socket, "destroySoon");
  // Node calls this after the last answer on a connection.
  socket.destroySoon = () => {
    restore();
    closeGently(socket);
    message.once("end", () => socket.destroySoon());
  };
  message.once("end", restore);
}

/** How much of a refused body is read and thrown away, so that its client can read why before the connection ends. */
const maxDiscarded = 1_048_576;
/** What each piece of it counts at least: a megabyte in chunks of one byte takes a fifth of a second to parse. */
const pieceCost = 1024;

const discarding = new WeakSet<IncomingMessage>();

/** Whether more of a body is announced than is ever read for a client that was refused. */
export function isTooLongToDiscard({ complete, headers }: IncomingMessage): boolean {
  return !complete && Number(headers["content-length"] ?? 0) > maxDiscarded;
}

/**
 * Reads what is left of a body that nobody wants, so that its client can read the answer and use the connection again,
 * and closes the connection after the answer when that is too much. May be called again.
 */
export function discardBody(message: IncomingMessage, response: ServerResponse): void {
  if (message.complete || discarding.has(message)) return;
  discarding.add(message);
  closeAfterBody(message);
  let discarded = 0;
  const discard = (piece: Buffer): void => {
    discarded += piece.length + pieceCost;
    if (discarded <= maxDiscarded) return;
    message.off("data", discard).pause();
    if (response.writableFinished) closeGently(message.socket);
    else response.once("finish", () => closeGently(message.socket));
  };
  message.on("data", discard);
}
