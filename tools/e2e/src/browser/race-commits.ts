import type { SessionRecord } from "@fleet-api/auth";
import { webStore } from "@fleet-api/auth/stores/web";
import type { WebStoreOptions } from "@fleet-api/auth/stores/web";

/** Commits as fast as it can upon whatever it reads. Answers the revisions for which it was told that it won. */
export async function raceCommits(options: WebStoreOptions, by: string, attempts: number): Promise<number[]> {
  const store = webStore(options);
  const won: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const rev = (await store.read())?.rev ?? 0;
    const next: SessionRecord = { v: 1, sid: by, rev: rev + 1, token: `${by}.${attempt}`, user: "", since: 0 };
    if (await store.commit(rev, next)) won.push(next.rev);
  }
  await store.close?.();
  return won;
}
