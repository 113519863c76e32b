/** What a tab does that others notice. */
export interface Traffic {
  /** Writes to IndexedDB and localStorage. */
  writes: number;
  /** Messages over a BroadcastChannel, as JSON. */
  readonly messages: string[];
}

/** Counts from now on. Before the code that is watched is used. */
export function watchTraffic(): Traffic {
  const traffic: Traffic = { writes: 0, messages: [] };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    traffic.writes++;
    return put.apply(this, given);
  };
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...given) {
    traffic.writes++;
    return setItem.apply(this, given);
  };
  const { postMessage } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    traffic.messages.push(JSON.stringify(message));
    return postMessage.call(this, message);
  };
  return traffic;
}
