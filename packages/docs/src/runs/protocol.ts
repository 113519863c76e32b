/** What a page and the worker that runs a program say to each other. */

/** The first message: what to run, and where its requests go. */
export interface StartMessage {
  /** Absolute address of the program. */
  readonly module: string;
  /** Takes what becomes of the program: {@link FromProgram}. */
  readonly output: MessagePort;
  /** Takes requests to the sandbox. */
  readonly port: MessagePort;
  /** Addresses of the program that are those of the sandbox. */
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

export type FromProgram =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly text: string };
