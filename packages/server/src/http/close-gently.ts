import type { IncomingMessage } from "node:http";
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
export function closeAfterBody(message: IncomingMessage): void {
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
