import { test } from "vitest";
import { fingerprint } from "../src/fingerprint.ts";
import { rotationModel } from "./support/rotation-model.ts";
import { baseUrl } from "./support/fake-service.ts";
test("t", async () => {
  const names = new Map(Array.from({length: 30}, (_, i) => [fingerprint(`T${i}`), `T${i}`]));
  const m = rotationModel({ policy: "chain", position: "end", expired: true, seed: 124483443, onAnswer: (s, r) => console.log(m.time.now().toFixed(1), "answer sent", s, "got", r, "newest", m.newest(), JSON.stringify(m.session.snapshot())) });
  m.session.subscribe((e) => console.log(m.time.now().toFixed(1), e.type, "why" in e ? e.why : "", "fingerprint" in e ? names.get(e.fingerprint) : ""));
  const f = m.service.fetch;
  void f;
  for (let i = 0; i < 20; i++) m.time.at(m.random() * 20, () => void m.session.fetch(`${baseUrl}/units/${i}`));
  await m.time.run();
  console.log("held", await m.session.getToken(), m.newest(), m.service.seen.map((s) => s.operation + ":" + s.token).join(" "));
});
