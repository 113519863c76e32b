/** What the page and the worker of the sandbox say to each other. */
import type { DemoLogin, OutboxMessage } from "@fleet-api/server/web";

/** No host has this name (RFC 6761), so no token can leave the page, even by mistake. */
export const SANDBOX_ORIGIN = "https://sandbox.invalid";

/** The message of the error of what was under way when the sandbox was reset. */
export const SANDBOX_RESET = "The sandbox was reset.";

/** A message that the service would have mailed. */
export type SandboxMessage = OutboxMessage;

/** A file of the sandbox. */
export interface SandboxFile {
  /** In the site: from its root. For `openSandbox`: from the page, or absolute. */
  readonly url: string;
  /** Bytes that are loaded. */
  readonly bytes: number;
}

/** The files that the sandbox is opened with; all but the worker are compressed. */
export interface SandboxFiles {
  readonly worker: SandboxFile;
  /** PostgreSQL in WebAssembly. */
  readonly pglite: SandboxFile;
  /** The files that PostgreSQL reads. */
  readonly data: SandboxFile;
  /** The database with the demo fleet. */
  readonly template: SandboxFile;
}

/** What the site says of its sandbox in `sandbox.json`, with URLs from its root. */
export interface SandboxManifest {
  /** The script that exports `openSandbox`. */
  readonly module: string;
  readonly files: SandboxFiles;
}

/** What was loaded: enough to begin again without loading. */
export interface SandboxParts {
  readonly pglite: WebAssembly.Module;
  readonly data: Blob;
  readonly template: Blob;
}

/** The first message to a worker, which takes everything else by the port. */
export interface BootMessage {
  readonly port: MessagePort;
  /** Absolute URLs of files to load, or what a worker before has loaded. */
  readonly from: Omit<SandboxFiles, "worker"> | SandboxParts;
}

export interface RequestMessage {
  readonly kind: "request";
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}

interface ResponseMessage {
  readonly kind: "response";
  readonly id: number;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The port is that of a stream: see `serveStream`. */
  readonly body: ArrayBuffer | MessagePort | null;
}

export type ToWorker =
  | RequestMessage
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "rotate-after"; readonly id: number; readonly ms: number | "default" }
  /** Whether the reader sees the page. Has no answer. */
  | { readonly kind: "visibility"; readonly isVisible: boolean };

/** Answers to requests, by their numbers. */
export type Answer =
  | ResponseMessage
  | { readonly kind: "refused"; readonly id: number; readonly message: string }
  | { readonly kind: "done"; readonly id: number };

export type ToPage =
  | Answer
  | { readonly kind: "progress"; readonly loadedBytes: number }
  | { readonly kind: "loaded"; readonly parts: SandboxParts }
  | { readonly kind: "ready"; readonly logins: readonly DemoLogin[] }
  /** The worker cannot go on, while it starts or later. */
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "mail"; readonly message: SandboxMessage };
