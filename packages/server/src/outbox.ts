import type { Db, Query } from "./db/index.ts";
import { rows } from "./db/index.ts";
import type { Clock } from "./platform/index.ts";

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
  /** Must be called when that transaction is committed. */
  posted(message: OutboxMessage): void;
}

/**
 * The default, since there is no mail server: messages wait in the `outbox` table for whoever
 * delivers them. `onMessage` sees each one too, for a demo that prints them.
 */
export function tableOutbox(clock: Clock, onMessage: (message: OutboxMessage) => void = () => {}): Outbox {
  return {
    post: ({ kind, recipient, payload }, { keep }) =>
      rows(
        `insert into outbox (kind, recipient, payload, created_at)
         select $1, $2, $3::jsonb, $4::timestamptz where $5::boolean`,
        [kind, recipient, JSON.stringify(payload), clock.now(), keep],
      ),
    posted: onMessage,
  };
}

/** Messages that nobody has sent yet, oldest first. */
export function postedMessages(db: Db): Promise<OutboxMessage[]> {
  return db.query<OutboxMessage>("select kind, recipient, payload from outbox where sent_at is null order by id");
}
