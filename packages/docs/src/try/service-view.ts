/** Which service the page calls: the sandbox, or one at an address. */
import type { Sandbox, SandboxMessage, SandboxOptions } from "../sandbox/open-sandbox.ts";
import { connect, type Connection } from "./connection.ts";
import { button, element } from "./elements.ts";
import { SessionView } from "./session-view.ts";

export interface ServiceOptions {
  /** The address that the field begins with. */
  readonly baseUrl: string;
  /** What the sandbox loads, in words; empty where that is not known. */
  readonly sandboxSize: string;
  openSandbox(options: SandboxOptions): Promise<Sandbox>;
  /** For a page that is not about calls: the sandbox logs its first user in, and can only be reset. */
  readonly isBrief: boolean;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Called when there is another connection, and when its session changes. */
  onChange(): void;
}

export class ServiceView {
  readonly element: HTMLElement;
  readonly #options: ServiceOptions;
  readonly #session = new SessionView();
  readonly #address = element("input", {
    id: "try-address",
    type: "url",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "try-address-hint",
  });
  readonly #start: HTMLButtonElement;
  readonly #tools = element("div", { class: "try-tools" });
  readonly #mail = element("ul", { class: "plain try-mail" });
  readonly #messages = element(
    "details",
    {},
    element("summary", {}, "Messages that the service would have sent"),
    this.#mail,
  );
  readonly #summary = element("summary", {}, "Choose a service");
  readonly #choice: HTMLDetailsElement;
  #connection: Connection | null = null;
  #sandbox: Sandbox | null = null;
  /** Grows with each choice of a service, so that one that takes long does not replace a later one. */
  #choices = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#address.value = options.baseUrl;
    this.#start = button(this.#startText(), () => void this.#startSandbox(), { class: "button" });
    this.#choice = element(
      "details",
      { open: true },
      this.#summary,
      element("div", { class: "try-services" }, this.#inPage(), this.#atAddress()),
    );
    this.element = element("div", {}, this.#choice, this.#session.element, this.#tools);
  }

  /** Null until a service was chosen. */
  connection(): Connection | null {
    return this.#connection;
  }

  /** The base address that code outside of the page calls: nothing reaches the sandbox from there. */
  address(): string {
    return this.#sandbox === null && this.#connection !== null ? this.#connection.baseUrl : this.#options.baseUrl;
  }

  #inPage(): HTMLElement {
    const text =
      "The reference server itself, with a demo fleet and its logins. It runs in your browser and forgets everything when you leave.";
    return element("div", {}, element("h3", {}, "In this page"), element("p", {}, text), this.#start);
  }

  #atAddress(): HTMLElement {
    return element(
      "form",
      {
        novalidate: true,
        submit: (event) => {
          event.preventDefault();
          void this.#useAddress();
        },
      },
      element("h3", {}, "At a URL"),
      element("label", { for: "try-address" }, "Base URL"),
      this.#address,
      element(
        "p",
        { class: "rules", id: "try-address-hint" },
        `Nothing is sent before you log in${this.#options.isBrief ? "" : " or press Send"}. Passwords are not kept, tokens only in memory.`,
      ),
      element("button", { type: "submit", class: "button button-quiet" }, "Connect"),
    );
  }

  async #useAddress(): Promise<void> {
    this.#session.explain(null);
    try {
      const baseUrl = readBaseUrl(this.#address.value);
      const connection = this.#connect(baseUrl, (input, init) => globalThis.fetch(input, init), true);
      this.#choices += 1;
      this.#sandbox?.close();
      this.#sandbox = null;
      this.#tools.replaceChildren();
      this.#mail.replaceChildren();
      this.#start.hidden = false;
      await this.#use(connection, baseUrl, []);
    } catch (error) {
      const text = `${messageOf(error)} Enter the base URL of a service, such as ${this.#options.baseUrl}.`;
      this.#session.explain({ title: "This URL cannot be used", text });
    }
  }

  async #startSandbox(): Promise<void> {
    this.#session.explain(null);
    this.#start.disabled = true;
    const choice = (this.#choices += 1);
    try {
      const sandbox = await this.#options.openSandbox({
        onProgress: (loaded, total) => {
          this.#start.textContent = `Loading, ${Math.round((100 * loaded) / total)} %`;
        },
        onMessage: (message) => this.#showMail(message),
      });
      if (choice !== this.#choices) {
        sandbox.close();
        return;
      }
      this.#sandbox = sandbox;
      this.#start.hidden = true;
      await this.#useSandbox(sandbox);
    } catch (error) {
      const text = `${messageOf(error)} The examples on the page of each operation show recorded responses.`;
      this.#session.explain({ title: "The sandbox could not be started", text });
    } finally {
      this.#start.disabled = false;
      this.#start.textContent = this.#startText();
    }
  }

  async #useSandbox(sandbox: Sandbox): Promise<void> {
    this.#tools.replaceChildren(...this.#sandboxTools(sandbox));
    await this.#use(this.#connect(sandbox.baseUrl, sandbox.fetch, false), "the sandbox", sandbox.logins);
    const [login] = sandbox.logins;
    if (this.#options.isBrief && login !== undefined) await this.#session.login(login);
  }

  #sandboxTools(sandbox: Sandbox): HTMLElement[] {
    const reset = button("Reset the sandbox", () => void this.#reset(sandbox));
    if (this.#options.isBrief) return [reset];
    const always = element("input", {
      type: "checkbox",
      change: () => void sandbox.rotateAfter(always.checked ? 0 : "default"),
    });
    return [
      element("label", { class: "try-choice" }, always, "A new token with every response"),
      reset,
      this.#messages,
    ];
  }

  /** A one-time token, which the reader would have got by mail. */
  #showMail({ kind, recipient, payload }: SandboxMessage): void {
    const text = ` for ${recipient}: `;
    // One waits at the start; those after it are the reader's.
    this.#messages.open = this.#mail.childElementCount > 0;
    this.#mail.append(element("li", {}, kind.replaceAll("_", " "), text, element("code", {}, payload.token)));
  }

  async #reset(sandbox: Sandbox): Promise<void> {
    this.#session.explain(null);
    this.#mail.replaceChildren();
    try {
      await sandbox.reset();
      if (this.#sandbox === sandbox) await this.#useSandbox(sandbox);
    } catch (error) {
      if (this.#sandbox !== sandbox) return;
      this.#session.explain({ title: "The sandbox could not be reset", text: messageOf(error) });
    }
  }

  #connect(baseUrl: string, fetch: typeof globalThis.fetch, probe: boolean): Connection {
    const { now } = this.#options;
    return connect({ baseUrl, fetch, probe, now, origin: location.origin });
  }

  async #use(connection: Connection, name: string, logins: Sandbox["logins"]): Promise<void> {
    const before = this.#connection;
    this.#connection = connection;
    connection.onChange(() => this.#options.onChange());
    this.#session.use({ name, connection, logins });
    this.#choice.open = false;
    this.#summary.textContent = "Choose another service";
    this.#options.onChange();
    await before?.close();
  }

  #startText(): string {
    const { sandboxSize } = this.#options;
    return sandboxSize === "" ? "Start the sandbox" : `Start the sandbox (${sandboxSize})`;
  }
}

/** @throws Error in words for the reader */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`${JSON.stringify(text)} is not an http or https URL.`);
  if (url.protocol === "http:" && !/^(?:localhost|127\.0\.0\.1)$/.test(url.hostname))
    throw new Error("This page calls http only at localhost and 127.0.0.1. Use https.");
  if (url.username !== "" || url.password !== "") throw new Error("A URL with a user name or a password is refused.");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
