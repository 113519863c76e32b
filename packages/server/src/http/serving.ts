import type { Kernel } from "../kernel/index.ts";
import type { AccessLog } from "./access-log.ts";
import type { ReadyCheck } from "./probes.ts";

/** What requests are answered with; kernel and check change when the service has started. */
export interface Serving {
  kernel: Kernel;
  ready: ReadyCheck;
  readonly isDraining: () => boolean;
  readonly hasDocs: boolean;
  readonly accessLog: AccessLog;
}
