import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventDecoder, type StreamEvent, type StreamState } from "../../src/streams/event-decoder.ts";
import { bytes, cuttingOf } from "./support.ts";

/** What chunks decode to, as [id, event, data], and the state after them. */
function decoded(chunks: readonly (string | Uint8Array<ArrayBuffer>)[], maxBytes = 1_000, lastEventId = "") {
  const state: StreamState = { lastEventId, retryMs: undefined };
  const decode = eventDecoder({ operationId: "stream" }, state, maxBytes);
  const events = chunks.flatMap((chunk) => [...decode(typeof chunk === "string" ? bytes(chunk) : chunk)]);
  return { events: events.map(({ id, event, data }) => [id, event, data]), state };
}

const eventsOf = (...chunks: string[]) => decoded(chunks).events;

describe("the examples of the standard", () => {
  it("joins data lines with a line feed", () => {
    expect(eventsOf("data: YHOO\ndata: +2\ndata: 10\n\n")).toEqual([["", "message", "YHOO\n+2\n10"]]);
  });

  it("knows comments, ids, an id that is taken back, and one leading space", () => {
    const text = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n";
    expect(eventsOf(text)).toEqual([
      ["1", "message", "first event"],
      ["", "message", "second event"],
      ["", "message", " third event"],
    ]);
  });

  it("gives an event for empty data, and none for a block that the end cuts off", () => {
    expect(eventsOf("data\n\ndata\ndata\n\ndata:")).toEqual([
      ["", "message", ""],
      ["", "message", "\n"],
    ]);
  });

  it("takes a value with and without the space", () => {
    expect(eventsOf("data:test\n\ndata: test\n\n")).toEqual([
      ["", "message", "test"],
      ["", "message", "test"],
    ]);
  });
});

describe("lines", () => {
  it("makes no phantom events of CRLF: one CRLF ends a line, not an event", () => {
    expect(eventsOf("id: 7\r\nevent: position\r\ndata: a\r\ndata: b\r\n\r\n")).toEqual([["7", "position", "a\nb"]]);
  });

  it("keeps an event whole when CR and LF come in different chunks", () => {
    expect(eventsOf("event: position\r", "\ndata: a\r", "\ndata: b\r", "\n\r", "\n")).toEqual([
      ["", "position", "a\nb"],
    ]);
  });

  it("sees an empty chunk between CR and LF as nothing", () => {
    expect(eventsOf("event: position\r", "", "\ndata: a\r", "", "\n\r\n")).toEqual([["", "position", "a"]]);
  });

  it("ends lines at a lone CR, and gives the event at once", () => {
    expect(eventsOf("data: a\r\r")).toEqual([["", "message", "a"]]);
  });

  it("mixes line ends", () => {
    expect(eventsOf("data: a\rdata: b\ndata: c\r\n\n")).toEqual([["", "message", "a\nb\nc"]]);
  });

  it("drops an event that the end of the stream cuts off, even right before its empty line", () => {
    expect(eventsOf("data: a\n\ndata: b\n")).toEqual([["", "message", "a"]]);
  });

  it("takes no other character for a line end", () => {
    expect(eventsOf("data: a\u2028b\u0085c\v\f\n\n")).toEqual([["", "message", "a\u2028b\u0085c\v\f"]]);
  });
});

describe("fields", () => {
  it("skips a byte order mark at the start only", () => {
    expect(eventsOf("\ufeffdata: a\n\n\ufeffdata: b\n\ndata: c\n\n")).toEqual([
      ["", "message", "a"],
      ["", "message", "c"],
    ]);
  });

  it("skips just one byte order mark, also where a chunk ends inside it", () => {
    const one = bytes("\ufeffdata: a\n\n");
    const two = bytes("\ufeff\ufeffdata: a\n\ndata: b\n\n");
    for (const at of [0, 1, 2, 3, 4]) {
      expect(decoded([one.slice(0, at), one.slice(at)]).events).toEqual([["", "message", "a"]]);
      expect(decoded([two.slice(0, at), two.slice(at)]).events).toEqual([["", "message", "b"]]);
    }
  });

  it("forgets the type of a block without data", () => {
    expect(eventsOf("event: position\n\ndata: a\n\n")).toEqual([["", "message", "a"]]);
  });

  it("keeps the id for later events, and from a block without data", () => {
    const { events, state } = decoded(["data: a\nid: 1\n\ndata: b\n\nid: 3\n\n"]);
    expect(events).toEqual([
      ["1", "message", "a"],
      ["1", "message", "b"],
    ]);
    expect(state.lastEventId).toBe("3");
  });

  it("keeps the id of the connection before", () => {
    expect(decoded(["data: a\n\n"], 1_000, "41")).toEqual({
      events: [["41", "message", "a"]],
      state: { lastEventId: "41", retryMs: undefined },
    });
  });

  it("does not move on to the id of a block that is cut off", () => {
    expect(decoded(["data: a\nid: 1\n\nid: 2\ndata: b\n"]).state.lastEventId).toBe("1");
  });

  it("ignores an id with NUL", () => {
    expect(eventsOf("id: 1\nid: 2\0\ndata: a\n\n")).toEqual([["1", "message", "a"]]);
  });

  it("takes retry of digits only", () => {
    expect(decoded(["retry: 3000\n"]).state.retryMs).toBe(3_000);
    for (const value of ["", "-1", "1.5", "3s", "0x10", "٣"]) {
      expect(decoded([`retry: 20\nretry: ${value}\n`]).state.retryMs).toBe(20);
    }
  });

  it("ignores other names, also those of Object.prototype, in another case, or after a space", () => {
    expect(eventsOf("constructor: x\ntoString\nData: b\n data: c\n__proto__: d\ndata: a\n\n")).toEqual([
      ["", "message", "a"],
    ]);
  });

  it("keeps colons in the value", () => {
    expect(eventsOf("data: a:b: c\n\n")).toEqual([["", "message", "a:b: c"]]);
  });
});

describe("UTF-8", () => {
  it("puts characters together that chunks cut", () => {
    const whole = bytes("data: 🚚ü€\n\n");
    expect(decoded(Array.from(whole, (byte) => Uint8Array.of(byte))).events).toEqual([["", "message", "🚚ü€"]]);
  });

  it("replaces bytes that are none", () => {
    const chunks = [bytes("data: "), Uint8Array.of(0xff, 0xe2, 0x82), bytes("\n\n")];
    expect(decoded(chunks).events).toEqual([["", "message", "\ufffd\ufffd"]]);
  });
});

describe("the longest event", () => {
  it("may have just so many bytes", () => {
    expect(decoded([`data: ${"€".repeat(3)}\n\n`], 9).events).toHaveLength(1);
    expect(decoded(["data: 1234\ndata: 6789\n\n"], 9).events).toHaveLength(1);
  });

  it.each([
    ["in one line", [`data: ${"x".repeat(10)}\n\n`]],
    ["in bytes, not in characters", [`data: ${"€".repeat(3)}x\n\n`]],
    ["in many lines", ["data: 1234\ndata: 56789\n\n"]],
    ["in a line that does not end", ["data: ", "12345", "67890"]],
  ])("is refused when it is longer, %s", (_name, chunks) => {
    expect(() => decoded(chunks, 9)).toThrow("an event is longer than 9 bytes");
  });

  it("is not the sum of events, comments and unknown fields", () => {
    expect(decoded([": 1234567\nother: 12\ndata: 12345\n\n".repeat(5)], 9).events).toHaveLength(5);
  });
});

describe("json", () => {
  const first = (text: string): StreamEvent => {
    const [event] = eventDecoder(
      { operationId: "stream" },
      { lastEventId: "", retryMs: undefined },
      1_000,
    )(bytes(text));
    if (!event) throw new Error("no event");
    return event;
  };

  it("parses the data", () => {
    expect(first('data: {"unit_id":\ndata: 7}\n\n').json<{ unit_id: number }>().unit_id).toBe(7);
  });

  it("says when it is none, and quotes nothing", () => {
    expect(() => first("data: canary\n\n").json()).toThrow(/^stream: the data of an event is not valid JSON$/);
  });
});

describe("any stream", () => {
  const piece = fc.constantFrom(
    ..."data: a|data:🚚|data|event: position|id: 7|id|id: \0|retry: 20|: heartbeat|x: y".split("|"),
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\r\r",
    "\r\n\r\n",
    "\ufeff",
    " ",
    ":",
    "ü",
  );
  const stream = fc.array(piece, { maxLength: 40 }).map((pieces) => bytes(pieces.join("")));

  it("means the same however it is cut into chunks", () => {
    const cut = stream.chain((whole) => fc.tuple(fc.constant(whole), cuttingOf(whole)));
    const property = fc.property(cut, ([whole, chunks]) => {
      expect(decoded(chunks)).toEqual(decoded([whole]));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("means the same with each line end", () => {
    const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("").replaceAll(/\r\n?/g, "\n"));
    fc.assert(
      fc.property(texts, fc.constantFrom("\r", "\r\n"), (text, end) => {
        expect(decoded([text.replaceAll("\n", end)])).toEqual(decoded([text]));
      }),
    );
  });

  it("brings what was written", () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n\0]/g, ""));
    const written = fc.array(fc.record({ id: line, event: line, data: fc.array(line, { minLength: 1 }) }));
    fc.assert(
      fc.property(written, (events) => {
        const text = events.map(
          ({ id, event, data }) => `id: ${id}\nevent: ${event}\n${data.map((each) => `data: ${each}\n`).join("")}\n`,
        );
        expect(decoded(text, 1e6).events).toEqual(
          events.map(({ id, event, data }) => [id, event || "message", data.join("\n")]),
        );
      }),
    );
  });
});
