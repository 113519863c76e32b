import type { SqlValue } from "../db.ts";
import type { Answer } from "./decode.ts";
import { decodeRows, decodeText, readAnswer } from "./decode.ts";
import { encodeScript, encodeStatement } from "./encode.ts";
import type { Link } from "./link.ts";
import type { Column } from "./values.ts";

/** Beyond this many different statements, further ones are planned anew each time. */
const MAX_PREPARED = 256;
const preparable = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Statements over one link, with plans kept by name. Knows no transactions. */
export class Connection {
  readonly link: Link;
  readonly #prepared = new Map<string, readonly Column[]>();
  readonly #preparing = new Set<string>();
  readonly #names = new Map<string, string>();

  constructor(link: Link) {
    this.link = link;
  }

  async rows(sql: string, params: readonly SqlValue[]): Promise<object[]> {
    const { answer, columns } = await this.#run(sql, params);
    return decodeRows(answer, columns);
  }

  async text(sql: string, params: readonly SqlValue[]): Promise<string | null> {
    const { answer } = await this.#run(sql, params);
    return decodeText(answer);
  }

  /** Runs a script; returns the command tag of its last statement. */
  async script(sql: string): Promise<string> {
    const answer = readAnswer(await this.link.exchange(encodeScript(sql)));
    if (answer.error !== null) throw answer.error;
    return answer.tag;
  }

  /** Forgets all plans: tables have changed under them. */
  async forgetPlans(): Promise<void> {
    this.#prepared.clear();
    this.#names.clear();
    await this.script("deallocate all");
  }

  async #run(sql: string, params: readonly SqlValue[]): Promise<{ answer: Answer; columns: readonly Column[] }> {
    const known = this.#prepared.get(sql);
    const name = known === undefined ? this.#claimName(sql) : (this.#names.get(sql) ?? "");
    const prepare = known === undefined ? sql : null;
    try {
      const message = encodeStatement({ name, prepare, params });
      const answer = readAnswer(await this.link.exchange(message));
      const columns = known ?? answer.columns;
      if (name !== "" && prepare !== null && answer.prepared && columns !== null) {
        this.#prepared.set(sql, columns);
      } else if (name !== "" && prepare !== null) {
        this.#names.delete(sql);
      }
      if (answer.error !== null) throw answer.error;
      return { answer, columns: columns ?? [] };
    } finally {
      if (name !== "") this.#preparing.delete(sql);
    }
  }

  /** A name for a statement that is worth keeping; empty while another call is preparing it. */
  #claimName(sql: string): string {
    if (this.#preparing.has(sql) || this.#names.size >= MAX_PREPARED || !preparable.test(sql)) {
      return "";
    }
    this.#preparing.add(sql);
    const name = `s${nextName()}`;
    this.#names.set(sql, name);
    return name;
  }
}

let lastName = 0;

/** Never used twice, so a forgotten plan cannot be hit by its old name. */
function nextName(): number {
  lastName += 1;
  return lastName;
}
