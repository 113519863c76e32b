import { openConnection } from "./connection.ts";

/** How hard, and for how long at most. */
export interface LoadLimits {
  readonly connections: number;
  readonly seconds: number;
  readonly requests: number;
}

/** What came of it. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly latencies: readonly number[];
}

/** Sends one request again and again over several connections, until either limit is reached. Loopback only. */
export async function load(port: number, request: string, limits: LoadLimits): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: limits.connections }, () => openConnection(port)));
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + limits.seconds * 1000;
  let sent = 0;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        for (let now = performance.now(); now < end && sent < limits.requests;) {
          sent++;
          await connection.exchange(request);
          const after = performance.now();
          latencies.push(after - now);
          now = after;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  return { requests: latencies.length, seconds: (performance.now() - start) / 1000, latencies };
}
