import type { SessionRecord } from "../../store/token-store.ts";
import { featureOf, type WebChannel, type WebPlatform } from "./web-platform.ts";

/** Messages between tabs which say that the record changed. */
export interface Hints {
  /** Says that this record was written. The message never carries the token, and receivers do not read it. */
  readonly publish: (record: SessionRecord) => void;
  /** Stops listening, for good. */
  readonly close: () => void;
}

/**
 * Listens on a BroadcastChannel, for `storage` events of this key, and for the return of the page from the back/forward
 * cache. Whatever is received means no more than "read again", so there is nothing in a message to believe.
 */
export function openHints(platform: WebPlatform, key: string, changed: () => void): Hints {
  const Channel = featureOf(platform, "BroadcastChannel");
  let channel: WebChannel | undefined;
  let closed = false;
  let isAway = false;

  const open = (): WebChannel | undefined => {
    if (closed || channel || !Channel) return channel;
    try {
      channel = new Channel(key);
      channel.addEventListener("message", changed);
      // Where this runs in Node (server rendering), a channel must not keep the process alive.
      if ("unref" in channel && typeof channel.unref === "function") channel.unref();
    } catch {
      // Denied to this page: `storage` events and the next 401 remain.
    }
    return channel;
  };
  const shut = (): void => {
    channel?.close();
    channel = undefined;
  };

  const listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ["storage", (event) => "key" in event && (event.key === key || event.key === null) && changed()],
    // An open channel keeps some browsers from holding the page for "back".
    [
      "pagehide",
      () => {
        isAway = true;
        shut();
      },
    ],
    [
      "pageshow",
      (event) => {
        isAway = false;
        open();
        if ("persisted" in event && event.persisted) changed();
      },
    ],
  ];
  for (const [type, listener] of listeners) platform.addEventListener?.(type, listener);
  open();

  return {
    publish({ sid, rev }) {
      try {
        open()?.postMessage({ sid, rev });
      } catch {
        // The record was written; that nobody hears of it is no failure of the write.
        shut();
      }
      if (isAway) shut();
    },
    close() {
      closed = true;
      shut();
      for (const [type, listener] of listeners) platform.removeEventListener?.(type, listener);
    },
  };
}
