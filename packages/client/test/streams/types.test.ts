import { expectTypeOf, it } from "vitest";
import { download, openEvents, type Download, type EventStream, type StreamEvent } from "../../src/streams/index.ts";

it("takes the global fetch and that of a session, and no fetch for a Request only", () => {
  const session = { fetch: async (_input: string | URL | Request, _init?: RequestInit) => new Response() };
  const open = (): EventStream[] => [openEvents({ url: "/stream", fetch }), openEvents({ url: "/stream", ...session })];
  expectTypeOf(open).returns.toEqualTypeOf<EventStream[]>();
  // @ts-expect-error openEvents gives a URL to its fetch, not a Request
  const wrong = (): EventStream => openEvents({ url: "/stream", fetch: async (_request: Request) => new Response() });
  expectTypeOf(wrong).returns.not.toBeAny();
});

it("asks for a URL, and knows its options", () => {
  // @ts-expect-error url is missing
  expectTypeOf(() => openEvents({})).not.toBeAny();
  // @ts-expect-error a misspelt option
  expectTypeOf(() => openEvents({ url: "/stream", idleMS: 1 })).not.toBeAny();
  // @ts-expect-error downloads do not resume
  expectTypeOf(() => download({ url: "/file", lastEventId: "1" })).not.toBeAny();
});

it("iterates events, whose JSON is unknown until somebody says what it is", () => {
  expectTypeOf<EventStream>().toExtend<AsyncIterable<StreamEvent>>();
  expectTypeOf<EventStream>().toExtend<AsyncDisposable>();
  const json = (event: StreamEvent): unknown => event.json();
  expectTypeOf(json).returns.toBeUnknown();
  const typed = (event: StreamEvent) => event.json<{ unit_id: number }>();
  expectTypeOf(typed).returns.toEqualTypeOf<{ unit_id: number }>();
});

it("gives a file in typed ways", () => {
  expectTypeOf(download).returns.resolves.toEqualTypeOf<Download>();
  expectTypeOf<Download["rows"]>().returns.toEqualTypeOf<AsyncIterable<string[]>>();
  expectTypeOf<Download["size"]>().toEqualTypeOf<number | null>();
  // @ts-expect-error what was announced cannot be changed
  expectTypeOf((file: Download) => (file.size = 1)).not.toBeAny();
});
