import type { Db, Query } from "./db/index.ts";
import { rows } from "./db/index.ts";
import type { Clock, Crypto, Log } from "./platform/index.ts";

/** A message to a person. */
export interface OutboxMessage {
  readonly kind: "password_reset" | "registration";
  /** E-mail address. */
  readonly recipient: string;
  /** What the message carries; it holds the one-time token, so it is a secret. */
  readonly payload: { readonly token: string; readonly expires_at: string };
}

/** Takes messages to people. */
export interface Outbox {
  /** Hands a message over, as part of the transaction that causes it. One that is not kept costs as much. */
  post(message: OutboxMessage, options: { readonly keep: boolean }): Query<unknown>;
  /** Must be called when that transaction is committed. Whatever takes the message may fail: it waits in the table then. */
  posted(message: OutboxMessage): void;
  /** Messages whose tokens are still good, oldest first. Those that were sealed under another key are left out. */
  waiting(db: Db): Promise<OutboxMessage[]>;
}

/** What an outbox works with. */
interface OutboxOptions {
  readonly clock: Clock;
  readonly crypto: Crypto;
  /** The payloads are sealed under it: the database alone does not give a token away. */
  readonly secretKey: Uint8Array;
  /** Sees each message. @default nothing: they only wait in the table */
  readonly onMessage?: ((message: OutboxMessage) => unknown) | undefined;
  readonly log: Log;
}

const context = "outbox";
const KEY_BYTES = 32;

/**
 * The default, since there is no mail server: messages wait in the table `outbox` for whatever delivers them, until
 * their token is used or expires. `onMessage` sees each one too, for a demo that prints them.
 */
export function tableOutbox({ clock, crypto, secretKey, log, onMessage = () => {} }: OutboxOptions): Outbox {
  if (secretKey.length < KEY_BYTES) throw new RangeError(`The secret key must have at least ${KEY_BYTES} bytes.`);
  const key = crypto.deriveKey(secretKey, "outbox");
  const seal = (payload: OutboxMessage["payload"]): string =>
    crypto.seal(key, new TextEncoder().encode(JSON.stringify(payload)), context);
  const open = (sealed: string): OutboxMessage["payload"] | null => {
    const plain = crypto.open(key, sealed, context);
    return plain === null ? null : JSON.parse(new TextDecoder().decode(plain));
  };
  return {
    post: ({ kind, recipient, payload }, { keep }) =>
      rows(
        `insert into outbox (kind, recipient, sealed, token_hash, expires_at, created_at)
         select $1, $2, $3, $4, $5::timestamptz, $6::timestamptz where $7::boolean`,
        [kind, recipient, seal(payload), crypto.sha256Hex(payload.token), payload.expires_at, clock.now(), keep],
      ),
    posted: (message) => {
      const { kind } = message;
      const deliver = async (): Promise<unknown> => onMessage(message);
      // Neither the kind of the failure nor its time may reach the person who caused the message.
      deliver().catch((error: unknown) => log.error("message not delivered", { kind, error }));
    },
    waiting: async (db) => {
      const waiting = await db.query<Pick<OutboxMessage, "kind" | "recipient"> & { sealed: string }>(
        "select kind, recipient, sealed from outbox where expires_at > $1 order by id",
        [clock.now()],
      );
      return waiting.flatMap(({ kind, recipient, sealed }) => {
        const payload = open(sealed);
        return payload === null ? [] : [{ kind, recipient, payload }];
      });
    },
  };
}
