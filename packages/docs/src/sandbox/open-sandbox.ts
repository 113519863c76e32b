/** Placeholder types until the sandbox lands. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly logins: readonly { readonly username: string; readonly password: string }[];
  rotateAfter(ms: number | "default"): Promise<void>;
  reset(): Promise<void>;
  close(): void;
}
