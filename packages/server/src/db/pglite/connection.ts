import type { Connection } from "../driver.ts";
import { readAnswer, resultSet } from "../protocol/decode.ts";
import type { Answer } from "../protocol/decode.ts";
import { encodeBatch, encodeScript } from "../protocol/encode.ts";
import { DbClosedError } from "../errors.ts";
import { Plans } from "../protocol/plans.ts";
import type { ResultSet, Statement } from "../query.ts";
import type { Link } from "./link.ts";

/** Statements over one link, with plans kept by name. Knows no transactions. */
export class PgliteConnection implements Connection {
  readonly link: Link;
  readonly #plans = new Plans();
  readonly #onNotify: (channel: string) => void;

  constructor(link: Link, onNotify: (channel: string) => void) {
    this.link = link;
    this.#onNotify = onNotify;
  }

  batch(statements: readonly Statement[]): Promise<readonly ResultSet[]> {
    return this.#send(statements, (message) => this.link.exchange(message));
  }

  /** As `batch`, for a whole transaction: one that fails is rolled back before the next message is read. */
  wholeTransaction(statements: readonly Statement[]): Promise<readonly ResultSet[]> {
    return this.#send(statements, (message) => this.link.exchangeWhole(message));
  }

  async script(sql: string): Promise<string> {
    const { results } = this.#accept(readAnswer(await this.link.exchange(encodeScript(sql))));
    return results.at(-1)?.tag ?? "";
  }

  /** Forgets all plans: tables have changed under them. No other call may be under way. */
  async forgetPlans(): Promise<void> {
    this.#plans.forget();
    await this.script("deallocate all");
  }

  async #send(
    statements: readonly Statement[],
    exchange: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
  ): Promise<readonly ResultSet[]> {
    const planned = this.#plans.plan(statements);
    let answer: Answer = { parsed: 0, results: [], error: null, isEnd: false, notified: [] };
    try {
      answer = readAnswer(await exchange(encodeBatch(planned.map(({ message }) => message))));
    } finally {
      this.#plans.settle(
        planned,
        answer.parsed,
        answer.results.map(({ columns }) => columns),
      );
    }
    const { results } = this.#accept(answer);
    return results.map((answered, index) =>
      resultSet(answered.rows, answered.columns ?? planned[index]?.columns ?? []),
    );
  }

  #accept(answer: Answer): Answer {
    for (const channel of answer.notified) this.#onNotify(channel);
    if (answer.isEnd) this.link.abandon(new DbClosedError(endMessage(answer.error), { losesAnswer: true }));
    if (answer.error !== null) throw answer.error;
    return answer;
  }
}

function endMessage(error: Error | null): string {
  return `The database gave up. ${error?.message ?? ""}`.trim();
}
