import { FleetError } from "../errors/fleet-error.ts";
import { notify } from "../call/notify.ts";
import type { Progress } from "./download-options.ts";
import { type Exchange, failureOf } from "./exchange.ts";
import type { Guard } from "./guard.ts";
import type { Bytes, Settings } from "./source.ts";

/** The bytes of a download. */
export interface DownloadBody {
  /** Bytes of the whole; null if nobody says. */
  readonly size: number | null;
  readonly stream: ReadableStream<Bytes>;
  /** Whether somebody has begun to read. */
  isTouched(): boolean;
}

/** The body of a response as a stream that counts, ends the guard, and errors with a `FleetError`. */
export function bodyOf(
  settings: Settings,
  { response, chunks }: Exchange,
  guard: Guard,
  onProgress: ((progress: Progress) => void) | undefined,
): DownloadBody {
  const size = sizeOf(response);
  const source = chunks();
  let received = 0;
  let touched = false;
  let ahead: ReturnType<typeof source.next> | undefined;

  const stream = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        touched = true;
        try {
          const { done, value } = await (ahead ?? source.next());
          ahead = undefined;
          if (done && received < (size ?? 0)) throw cutOff(settings, response, received, size);
          if (done) {
            guard.end();
            return controller.close();
          }
          received += value.length;
          notify(() => onProgress?.({ received, size }));
          controller.enqueue(value);
          // A reader that counts may not come back: see whether this is the end. Not so where `size` is of another
          // encoding, see `sizeOf`: what comes is kept for the next step then.
          if (received === size) {
            ahead = source.next();
            ahead.then(({ done: isEnd }) => isEnd && guard.end(), guard.end);
          }
        } catch (error) {
          guard.end();
          throw failureOf(settings, error);
        }
      },
      cancel() {
        touched = true;
        guard.end();
      },
    },
    // Nothing is read ahead, but for the end.
    { highWaterMark: 0 },
  );
  return { size, stream, isTouched: () => touched };
}

/** `Content-Length`, unless it counts other bytes than those that we see. */
function sizeOf({ headers }: Response): number | null {
  const length = headers.get("content-length") ?? "";
  const isPlain = /^(identity)?$/i.test(headers.get("content-encoding") ?? "");
  return isPlain && /^\d+$/.test(length) ? Number(length) : null;
}

function cutOff({ operationId }: Settings, { status, headers }: Response, received: number, size: number | null) {
  const requestId = headers.get("x-request-id");
  return new FleetError(`the body ended after ${received} of ${size} bytes`, {
    kind: "network",
    operationId,
    status,
    requestId,
  });
}
