import { once } from "node:events";
import { connect } from "node:net";
import type { StreamEvent } from "@fleet-api/contract/types/monitoring";
import { onTestFinished } from "vitest";
import { logIn } from "../support/caller.ts";
import type { EventReader } from "../support/event-reader.ts";
import { openStream } from "../support/event-reader.ts";
import type { MeasuredServer } from "./start-measured-server.ts";

/** Units of the demo fleet. */
const UNITS = 20;
/** Text that makes a position as large as they are. */
const attributes = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`text_${index}`, "x".repeat(64)]));

/** Positions of a measured server, and streams of them, of one user. */
export class StreamTraffic {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #begin = Date.now() - 60 * 60_000;
  #sent = 0;

  private constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  static async start({ baseUrl }: MeasuredServer): Promise<StreamTraffic> {
    return new StreamTraffic(baseUrl, await logIn(baseUrl));
  }

  /** Stores positions, and resolves when readers have them. */
  async store(requests: number, positions: number, readers: readonly EventReader[]): Promise<void> {
    let last = "";
    for (let request = 0; request < requests; request += 1) {
      const items = Array.from({ length: positions }, () => this.#nextPosition());
      const response = await fetch(`${this.#baseUrl}/monitoring/positions`, {
        method: "POST",
        headers: { authorization: this.#token, "content-type": "application/json" },
        body: JSON.stringify({ items }),
      });
      const text = await response.text();
      if (!text.includes(`"stored":${positions},`)) throw new Error(`Positions were not stored: ${text}`);
      last = items.at(-1)?.recorded_at ?? "";
    }
    const hasLast = ({ event, data }: StreamEvent): boolean =>
      event === "positions" && data.some(({ recorded_at }) => recorded_at === last);
    await Promise.all(readers.map((reader) => reader.until(hasLast)));
  }

  /** Opens a stream whose events are held to the contract; closed when the test ends. */
  open(query = "", lastEventId?: string): Promise<EventReader> {
    const resumed = lastEventId === undefined ? {} : { lastEventId };
    return openStream(`${this.#baseUrl}/monitoring/stream?${query}`, { token: this.#token, ...resumed });
  }

  /** Opens a stream and reads no more than its beginning; the connection stays until the test ends. */
  async openUnread(): Promise<void> {
    const { hostname, port, pathname } = new URL(this.#baseUrl);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    socket.write(
      `GET ${pathname}/monitoring/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${this.#token}\r\n\r\n`,
    );
    await once(socket, "data");
    socket.pause();
  }

  #nextPosition() {
    this.#sent += 1;
    const recorded_at = new Date(this.#begin + this.#sent).toISOString();
    return { unit_id: 1 + (this.#sent % UNITS), recorded_at, latitude: 0, longitude: -30, speed_kmh: 50, attributes };
  }
}
