import { connect } from "node:net";
import { startPostgres } from "@fleet-api-tools/test-postgres";
import { databaseUrl, demoToken, startChild } from "./src/server/child.ts";
import { cpuBetween } from "./src/server/child.ts";
import { newestUnits } from "./src/monitoring/positions.ts";
const READERS = Number(process.argv[2] ?? 1000), RATE = Number(process.argv[3] ?? 1000), SECONDS = Number(process.argv[4] ?? 15), filters = process.argv[5] ?? "same";
const postgres = await startPostgres();
const child = await startChild("fleet-child.ts", { BENCH_CLIENTS: "200", BENCH_UNITS: "2000", BENCH_VEHICLES: "0", DATABASE_URL: databaseUrl(postgres.address) });
const authorization = await demoToken(child.baseUrl);
const USERS = Math.ceil(READERS / 10);
await child.query(`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 100000 + n, 'username', 'bench-' || n, 'email', 'bench-' || n || '@example.com'))).* from users u, generate_series(1, $1::int) n where u.username = 'demo-partner-admin'`, [USERS]);
const login = async (n: number) => { const r = await fetch(`${child.baseUrl}/auth/login`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ username: `bench-${n}`, password: "fleet-demo-partner-admin" }) }); if (r.status !== 200) throw new Error(await r.text()); return r.headers.get("authorization")!; };
const tokens: string[] = []; for (let n = 1; n <= USERS; n++) tokens.push(await login(n));
const units = await newestUnits(child, 2000);
const { hostname, port, pathname } = new URL(child.baseUrl);
let bytes = 0; const acked = new Map<string, number>(); const latencies: number[] = [];
const open = (n: number) => new Promise<void>((resolve, reject) => {
  const s = connect(Number(port), hostname); let first = true; s.on("error", reject);
  const q = filters === "same" ? "" : `?unit_ids=${units.filter((_, i) => i % Math.min(READERS, 50) === n % Math.min(READERS, 50)).map((u) => u.id).slice(0, 150).join(",")}`;
  s.write(`GET ${pathname}/monitoring/stream${q} HTTP/1.1\r\nhost: x\r\nauthorization: ${tokens[Math.floor(n / 10)]}\r\n\r\n`);
  const sampled = n % 50 === 0; let text = "";
  s.on("data", (c) => { bytes += c.length; if (first) { first = false; if (!String(c).includes("200 OK")) { console.log(String(c).slice(0, 300)); } resolve(); }
    if (sampled) { text = (text + c.toString("latin1")).slice(-400_000); for (const m of String(c).matchAll(/"event_type":"(m\d+)"/g)) { const at = acked.get(m[1]!); if (at !== undefined) latencies.push(performance.now() - at); } } });
});
const t0 = performance.now();
for (let n = 0; n < READERS; n += 50) await Promise.all(Array.from({ length: Math.min(50, READERS - n) }, (_, i) => open(n + i)));
console.log("opened", READERS, Math.round(performance.now() - t0), "ms");
const BATCH = Math.max(1, RATE / 10); let sent = 0, at = 0;
const before = await child.cpu(); const begin = performance.now(); const rss0 = 0;
for (let tick = 0; tick < SECONDS * 10; tick++) {
  const items = Array.from({ length: BATCH }, () => { at++; const u = units[at % units.length]!; return { unit_id: u.id, recorded_at: new Date(Date.now() - 1000 + (at % 900)).toISOString(), latitude: 0.01, longitude: -30, speed_kmh: 40, ignition: true }; }) as any[];
  const marker = `m${tick}`; items[0].event_type = marker; 
  for (const it of items) it.event_type = marker;
  const r = await fetch(`${child.baseUrl}/monitoring/positions`, { method: "POST", headers: { authorization, "content-type": "application/json" }, body: JSON.stringify({ items }) });
  acked.set(marker, performance.now()); const j = await r.json(); sent += j.data.stored;
  const wait = begin + (tick + 1) * 100 - performance.now(); if (wait > 0) await new Promise((res) => setTimeout(res, wait));
}
await new Promise((res) => setTimeout(res, 1500));
const cpu = cpuBetween(before, await child.cpu()); const secs = (performance.now() - begin) / 1000;
latencies.sort((a, b) => a - b);
console.log({ sent, perSecond: Math.round(sent / secs), MB: Math.round(bytes / 1e6), samples: latencies.length, p50: latencies[latencies.length >> 1], p99: latencies[Math.floor(latencies.length * 0.99)], max: latencies.at(-1), cores: (cpu.process / 1e6 / secs).toFixed(2), db: (cpu.backends / 1e6 / secs).toFixed(2) });
const [mem] = await child.query<{ n: number }>("select 1 as n"); void mem;
await child.close(); await postgres.stop(); process.exit(0);
