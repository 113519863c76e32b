/** Streams of events: what is stored, as it comes. */
export { createStreams } from "./streams.ts";
export { streamRequest } from "./stream-request.ts";
