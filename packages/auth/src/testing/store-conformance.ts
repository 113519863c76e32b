import type { TokenStore } from "../store/token-store.ts";
import type { CaseContext, StoreSubject } from "./conformance/case-context.ts";
import { concurrencyCases } from "./conformance/concurrency-cases.ts";
import { lifecycleCases } from "./conformance/lifecycle-cases.ts";
import { lockCases } from "./conformance/lock-cases.ts";
import { recordCases } from "./conformance/record-cases.ts";
import { watchCases } from "./conformance/watch-cases.ts";

/** One case of the suite. `run` rejects with a message that says what is wrong. */
export interface ConformanceCase {
  /** Stable name, such as `S3`. */
  readonly id: string;
  readonly title: string;
  run(): Promise<void>;
}

/**
 * The cases that every token store must pass, for any test runner. A case opens its own place and its own handles and
 * removes both.
 *
 * @example
 * for (const { id, title, run } of storeConformance({ create: () => ({ open: () => myStore(url) }) })) {
 *   test(`${id} ${title}`, run);
 * }
 */
export function storeConformance(subject: StoreSubject): ConformanceCase[] {
  const cases = { ...recordCases, ...concurrencyCases, ...lockCases, ...watchCases, ...lifecycleCases };
  return Object.entries(cases).map(([name, act]) => {
    const [id = "", ...words] = name.split(" ");
    return { id, title: words.join(" "), run: () => withDeadline(withContext(subject, act), subject.timeoutMs) };
  });
}

/** A store that never releases its lock would otherwise fail without a message, if at all. */
async function withDeadline(work: Promise<void>, ms = 30_000): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not ended within ${ms} ms: some call of the store never settles`)), ms);
  });
  try {
    await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

async function withContext(subject: StoreSubject, act: (context: CaseContext) => Promise<void>): Promise<void> {
  const backing = await subject.create();
  const handles: Promise<TokenStore>[] = [];
  const open = (): Promise<TokenStore> => {
    const [only] = handles;
    if (subject.handles === "single" && only !== undefined) return only;
    const handle = Promise.resolve(backing.open());
    handles.push(handle);
    return handle;
  };
  const { damage } = backing;
  try {
    await act({ subject, open, damage: damage && (() => damage.call(backing)) });
  } finally {
    for (const handle of handles) await (await handle).close?.();
    await backing.remove?.();
  }
}
