import { expect } from "vitest";
import { rotatingServer } from "../../../src/testing/index.ts";
import type { SharedPlace } from "../processes/open-shared-store.ts";
import { start } from "./child.ts";
import { folder } from "./folder.ts";

/** As {@link startTogetherAt}, on a file in a folder of its own. */
export async function startTogether(processes: number): Promise<number> {
  await using own = folder();
  return startTogetherAt({ kind: "file", path: own.at("session") }, processes);
}

/** Processes start at once on one empty store; every call of theirs gets its response. Resolves to the number of logins. */
export async function startTogetherAt(place: SharedPlace, processes: number): Promise<number> {
  const server = rotatingServer();
  const { baseUrl, close } = await server.listen();
  try {
    const children = Array.from({ length: processes }, () => start("session-client", JSON.stringify(place), baseUrl));
    for (const child of children) expect((await child.line()) ?? (await child.ended).errors).toBe("ready");
    for (const child of children) child.process.stdin?.write("go\n");
    const responses = await Promise.all(children.map((child) => child.line()));
    for (const child of children) expect(await child.ended).toMatchObject({ code: 0, errors: "" });
    expect(responses.filter((response) => response === "200 1")).toHaveLength(1);
    expect(responses.filter((response) => response === "200 0")).toHaveLength(processes - 1);
    return server.logins();
  } finally {
    await close();
  }
}
