import type { StreamTicket } from "@fleet-api/contract/types/monitoring";
import type { Query, UnitOfWork } from "../db/index.ts";
import { firstRow, rows } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import { toBase64url } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";

/** Tickets open streams for clients that cannot send a header. They are stored hashed. */
export interface StreamTickets {
  issue(work: UnitOfWork, sessionId: number): Promise<StreamTicket>;
  /**
   * The session of a ticket.
   * @throws ProblemError `unauthenticated`
   */
  use(work: UnitOfWork, ticket: string): Promise<number>;
}

interface StreamTicketsParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
}

/** How long a new ticket waits for its first use. */
const OPEN_WITHIN_MS = 60_000;
/** How long a ticket is valid after its first use. */
const VALID_MS = 60 * 60_000;
/** The maximum number of tickets per session. A new one above that replaces the oldest. */
const MAX_PER_SESSION = 50;

/** Makes tickets. */
export function createStreamTickets({ clock, random, crypto }: StreamTicketsParts): StreamTickets {
  return {
    issue: async (work, sessionId) => {
      const ticket = toBase64url(random.bytes(32));
      const now = clock.now();
      const expires = new Date(now.getTime() + OPEN_WITHIN_MS);
      await work.write(
        limitTickets(sessionId),
        storeTicket({ hash: crypto.sha256Hex(ticket), sessionId, now, expires }),
      );
      return { ticket, expires_at: expires.toISOString() };
    },
    use: async (work, ticket) => {
      const now = clock.now();
      const [used] = await work.write(useTicket(crypto.sha256Hex(ticket), now, new Date(now.getTime() + VALID_MS)));
      if (used === null)
        throw new ProblemError("unauthenticated", "The ticket is unknown or has expired. Get a new one.");
      return used.session_id;
    },
  };
}

function storeTicket(ticket: { hash: string; sessionId: number; now: Date; expires: Date }): Query<object[]> {
  const { hash, sessionId, now, expires } = ticket;
  return rows(
    `insert into stream_tickets (hash, session_id, created_at, expires_at) values ($1, $2, $3::timestamptz, $4::timestamptz)`,
    [hash, sessionId, now, expires],
  );
}

/** The first use extends the validity; later ones do not. */
function useTicket(hash: string, now: Date, until: Date): Query<{ session_id: number } | null> {
  return firstRow(
    `update stream_tickets set used_at = coalesce(used_at, $2::timestamptz),
       expires_at = case when used_at is null then $3::timestamptz else expires_at end
     where hash = $1 and expires_at > $2::timestamptz returning session_id`,
    [hash, now, until],
  );
}

function limitTickets(sessionId: number): Query<object[]> {
  return rows(
    `delete from stream_tickets where hash in (
       select hash from stream_tickets where session_id = $1 order by created_at desc, hash offset ${MAX_PER_SESSION - 1})`,
    [sessionId],
  );
}
