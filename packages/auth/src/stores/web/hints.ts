import type { SessionRecord } from "../../store/token-store.ts";
import { featureOf, type WebChannel, type WebPlatform } from "./web-platform.ts";

/** Tells other tabs that the record changed, and hears it from them. */
export interface Hints {
  /** Says that this record was written. The message never carries the token, and receivers do not read it. */
  readonly tell: (record: SessionRecord) => void;
  /** Stops for good. */
  readonly close: () => void;
}

/**
 * Listens on a BroadcastChannel, for `storage` events of this key, and for the return of the page from the back/forward
 * cache. Whatever comes in means no more than "read again", so there is nothing in a message to believe.
 */
export function openHints(platform: WebPlatform, key: string, heard: () => void): Hints {
  const Channel = featureOf(platform, "BroadcastChannel");
  let channel: WebChannel | undefined;
  let closed = false;

  const open = (): WebChannel | undefined => {
    if (closed || channel || !Channel) return channel;
    try {
      channel = new Channel(key);
      channel.addEventListener("message", heard);
      // Where this runs in Node (server rendering), a channel must not keep the process alive.
      if ("unref" in channel && typeof channel.unref === "function") channel.unref();
    } catch {
      // Refused to this page: `storage` events and the next 401 remain.
    }
    return channel;
  };
  const shut = (): void => {
    channel?.close();
    channel = undefined;
  };

  const listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ["storage", (event) => "key" in event && (event.key === key || event.key === null) && heard()],
    // An open channel keeps some browsers from holding the page for "back".
    ["pagehide", shut],
    [
      "pageshow",
      (event) => {
        open();
        if ("persisted" in event && event.persisted) heard();
      },
    ],
  ];
  for (const [type, listener] of listeners) platform.addEventListener?.(type, listener);
  open();

  return {
    tell: ({ sid, rev }) => open()?.postMessage({ sid, rev }),
    close() {
      closed = true;
      shut();
      for (const [type, listener] of listeners) platform.removeEventListener?.(type, listener);
    },
  };
}
