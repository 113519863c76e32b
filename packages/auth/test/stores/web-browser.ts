import { IDBFactory } from "fake-indexeddb";
import type { WebChannel, WebPlatform } from "../../src/stores/web/web-store.ts";

/** One tab: what a page finds in its global scope, and how the browser tells it of things. */
export interface Tab extends WebPlatform {
  /** Dispatches an event to the tab. */
  fire(type: string, facts?: object): void;
  /** How many listeners and channels are open. */
  open(): number;
}

/** One profile of a browser, in this process: tabs share its storage, its locks and its channels. */
export interface Browser {
  tab(changes?: Partial<WebPlatform>): Tab;
  /** Keys and values of localStorage. */
  readonly stored: Map<string, string>;
  /** Everything that was said over channels. */
  readonly said: unknown[];
  /** How often localStorage was written. */
  writes(): number;
  /** Replaces a stored record by a text that is none. */
  damage(storage: "indexeddb" | "local", key: string): Promise<void>;
}

/** A browser without any tab. */
export function openBrowser(): Browser {
  const stored = new Map<string, string>();
  const said: unknown[] = [];
  const channels = new Set<WebChannel & { readonly name: string; deliver(message: unknown): void }>();
  const tabs = new Set<Tab>();
  const indexedDB = new IDBFactory();
  let writes = 0;

  const tab = (changes: Partial<WebPlatform> = {}): Tab => {
    const listeners = new Map<string, Set<(event: Event) => void>>();
    const own = new Set<WebChannel>();
    let hidden = false;
    class Channel implements WebChannel {
      readonly name: string;
      readonly #target = new EventTarget();
      constructor(name: string) {
        this.name = name;
        channels.add(this);
        own.add(this);
      }
      addEventListener(type: "message", heard: () => void): void {
        this.#target.addEventListener(type, heard);
      }
      deliver(data: unknown): void {
        this.#target.dispatchEvent(new MessageEvent("message", { data }));
      }
      postMessage(message: unknown): void {
        said.push(message);
        for (const other of channels) {
          if (other !== this && other.name === this.name) queueMicrotask(() => other.deliver(message));
        }
      }
      close(): void {
        channels.delete(this);
        own.delete(this);
      }
    }
    const made: Tab = {
      indexedDB,
      localStorage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem(key, value) {
          writes++;
          stored.set(key, value);
          for (const other of tabs) if (other !== made) queueMicrotask(() => other.fire("storage", { key }));
        },
      },
      navigator: globalThis.navigator,
      BroadcastChannel: Channel,
      addEventListener: (type, listener) => void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
      removeEventListener: (type, listener) => void listeners.get(type)?.delete(listener),
      ...changes,
      fire(type, facts = {}) {
        // A page in the back/forward cache hears nothing.
        if (hidden && type !== "pageshow") return;
        for (const listener of listeners.get(type) ?? []) listener(Object.assign(new Event(type), facts));
        hidden = type === "pagehide";
      },
      open: () => own.size + [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    };
    tabs.add(made);
    return made;
  };
  const damage: Browser["damage"] = async (storage, key) => {
    if (storage === "local") return void stored.set(key, "{");
    const request = indexedDB.open("fleet-api-auth", 1);
    await new Promise((resolve) => request.addEventListener("success", resolve));
    const transaction = request.result.transaction("sessions", "readwrite");
    transaction.objectStore("sessions").put("{", key);
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    request.result.close();
  };
  return { tab, stored, said, writes: () => writes, damage };
}
