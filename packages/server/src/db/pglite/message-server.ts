import { readAnswer } from "../protocol/decode.ts";
import { encodeScript } from "../protocol/encode.ts";
import { ACCESS_CHANNEL, leaveOwner } from "../roles.ts";

/** What is needed of a PGlite. */
export interface PgliteInstance {
  exec(sql: string): Promise<unknown>;
  execProtocolRawStream(
    message: Uint8Array,
    options: { readonly onRawData: (part: Uint8Array) => void },
  ): Promise<unknown>;
  dumpDataDir(compression: "gzip"): Promise<Blob>;
  close(): Promise<void>;
}

/** Answers protocol messages; the next one may be handed over when the one before is answered. */
export interface MessageServer {
  exchange(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** A transaction that failed before its commit is ended here, before the next message can come into it. */
  exchangeWhole(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** The whole database as tar.gz. */
  snapshot(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Sent first: answers are decoded as UTC text, and temporary tables are looked into last. */
const sessionSettings = `set time zone 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set search_path = public, pg_temp;
  set plan_cache_mode = 'force_generic_plan'; set jit = off; ${leaveOwner}`;

/** The last byte of ReadyForQuery outside of a transaction: `I`. */
const idle = 0x49;

/** Makes an open PGlite ready for messages. It gives up the rights of the owner. */
export async function serveMessages(database: PgliteInstance): Promise<MessageServer> {
  await database.exec(sessionSettings);
  await database.exec(`listen ${ACCESS_CHANNEL}`);

  /**
   * The answer to one message. As a stream, because PGlite keeps what `execProtocolRaw` parses of an answer until one of
   * its own query calls, which are never made here. The parts are views of WebAssembly memory that the next one overwrites.
   */
  const exchange = async (message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
    const parts: Uint8Array[] = [];
    await database.execProtocolRawStream(message, { onRawData: (part) => void parts.push(part.slice()) });
    return joinBytes(parts);
  };
  return {
    exchange,
    exchangeWhole: async (message) => {
      const answer = await exchange(message);
      // After an error that would have ended PostgreSQL, PGlite may never answer again.
      if (answer.at(-1) !== idle && !readAnswer(answer).isEnd) await exchange(encodeScript("rollback"));
      return answer;
    },
    snapshot: async () => new Uint8Array(await (await database.dumpDataDir("gzip")).arrayBuffer()),
    close: () => database.close(),
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
