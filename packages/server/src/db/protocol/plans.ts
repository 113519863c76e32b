import type { Statement } from "../query.ts";
import type { StatementMessage } from "./encode.ts";
import type { Column } from "./values.ts";

/** Beyond this many different statements, further ones are planned anew each time. */
const MAX_PREPARED = 256;
const preparable = /^\s*(?:select|insert|update|delete|with|begin|commit)\b/i;

interface Plan {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** A statement on its way, and what its answer will tell of it. */
interface Planned {
  readonly sql: string;
  readonly message: StatementMessage;
  /** Columns of its rows; null while the answer has to describe them. */
  readonly columns: readonly Column[] | null;
}

/** The statements that one connection has prepared, by their SQL. */
export class Plans {
  readonly #prepared = new Map<string, Plan>();
  readonly #preparing = new Set<string>();

  /** How each statement is sent: by the name of its plan, or with its SQL. */
  plan(statements: readonly Statement[]): readonly Planned[] {
    return statements.map(({ sql, params }) => {
      const plan = this.#prepared.get(sql);
      if (plan !== undefined)
        return { sql, message: { name: plan.name, prepare: null, params }, columns: plan.columns };
      const name = this.#claim(sql);
      return { sql, message: { name, prepare: sql, params }, columns: null };
    });
  }

  /**
   * Notes what the answer says: of the statements that were sent with their SQL, the first `parsed` are prepared.
   * `described` has the columns by the place of the statement.
   */
  settle(planned: readonly Planned[], parsed: number, described: readonly (readonly Column[] | null)[]): void {
    let left = parsed;
    for (const [index, { sql, message }] of planned.entries()) {
      if (message.prepare === null) continue;
      left -= 1;
      if (message.name === "") continue;
      this.#preparing.delete(sql);
      const columns = described[index];
      if (left >= 0 && columns != null) this.#prepared.set(sql, { name: message.name, columns });
    }
  }

  /** Forgets all plans: tables have changed under them. */
  forget(): void {
    this.#prepared.clear();
  }

  /** A name for a statement that is worth keeping; empty while another call is preparing it. */
  #claim(sql: string): string {
    const full = this.#prepared.size + this.#preparing.size >= MAX_PREPARED;
    if (full || this.#preparing.has(sql) || !preparable.test(sql)) return "";
    this.#preparing.add(sql);
    return `s${nextName()}`;
  }
}

let lastName = 0;

/** Never used twice, so a forgotten plan cannot be hit by its old name. */
function nextName(): number {
  lastName += 1;
  return lastName;
}
