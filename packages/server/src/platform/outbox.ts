import type { Db } from "../db/db.ts";
import type { Clock } from "./clock.ts";

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
  /** Hands a message over, inside the transaction that causes it. */
  post(message: OutboxMessage, tx: Db): Promise<void>;
}

/**
 * The default, since there is no mail server: messages wait in the `outbox` table for whoever
 * delivers them. `onMessage` sees each one too, for a demo that prints them.
 */
export function tableOutbox(clock: Clock, onMessage?: (message: OutboxMessage) => void): Outbox {
  return {
    async post(message, tx) {
      await tx.query("insert into outbox (kind, recipient, payload, created_at) values ($1, $2, $3::jsonb, $4)", [
        message.kind,
        message.recipient,
        JSON.stringify(message.payload),
        clock.now(),
      ]);
      onMessage?.(message);
    },
  };
}

/** Messages that nobody has sent yet, oldest first. */
export async function postedMessages(db: Db): Promise<OutboxMessage[]> {
  return db.query<OutboxMessage>("select kind, recipient, payload from outbox where sent_at is null order by id");
}
