import { fileStore } from "../../../src/stores/file/file-store.ts";

// Commits for ever, one revision after another, and says each one that it was told is done.
const [path = "", staleMs] = process.argv.slice(2);
const store = fileStore(path, { staleMs: Number(staleMs) });
for (;;) {
  const rev = ((await store.read())?.rev ?? 0) + 1;
  const token = `${rev}.${process.pid}.${"x".repeat(2_000)}`;
  if (
    !(await store.commit(rev - 1, {
      v: 1,
      serviceId: "https://fleet.example.com/api/v1",
      sid: "s",
      rev,
      token,
      user: "",
      since: 0,
    }))
  )
    continue;
  await new Promise((resolve) => process.stdout.write(`${rev}\n`, resolve));
}
