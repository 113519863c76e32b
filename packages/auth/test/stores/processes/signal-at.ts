import { writeSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { fileStore } from "../../../src/stores/file/file-store.ts";

// Makes one commit and sends itself a signal just before the n-th call into the file system.
const [path = "", staleMs, nth, signal = "SIGKILL", expectedRev] = process.argv.slice(2);
const rev = Number(expectedRev) + 1;
const store = fileStore(path, { staleMs: Number(staleMs) });

let calls = 0;
function count(holder: object, name: string): void {
  const real: unknown = Reflect.get(holder, name);
  if (typeof real !== "function") throw new Error(`no ${name} to count`);
  Reflect.set(holder, name, function counted(this: unknown, ...given: unknown[]): unknown {
    if (++calls === Number(nth)) {
      writeSync(1, `at ${name}\n`);
      process.kill(process.pid, signal);
    }
    return Reflect.apply(real, this, given);
  });
}
const handle = await fs.open(new URL(import.meta.url), "r");
for (const name of ["write", "writeFile", "read", "sync", "stat", "chmod"]) {
  count(Object.getPrototypeOf(handle), name);
}
for (const name of ["open", "rename", "unlink", "readdir", "lstat", "readlink", "stat", "link", "mkdir"])
  count(fs, name);
syncBuiltinESMExports();

calls = 0;
const done = await store.commit(rev - 1, {
  v: 1,
  serviceId: "https://fleet.example.com/api/v1",
  sid: "s",
  rev,
  token: `point ${nth}`,
  user: "",
  since: 0,
});
writeSync(1, `done ${done}\n`);
process.exit(0);
