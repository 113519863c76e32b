/** Who is logged in: the state of the session, the form of the login, and logins that anybody may use. */
import type { Connection } from "./connection.ts";
import { button, element } from "./elements.ts";
import type { Explanation } from "./explain.ts";

/** A name and a password; those of a demo are public. */
interface Login {
  readonly username: string;
  readonly password: string;
}

/** A connection with what the page says about it. */
interface Service {
  /** In the middle of a sentence: an address, or `the sandbox`. */
  readonly name: string;
  readonly connection: Connection;
  readonly logins: readonly Login[];
}

const SECOND_MS = 1000;

export class SessionView {
  readonly element: HTMLElement;
  readonly #status = element("p", { class: "try-status", role: "status", tabindex: "-1" }, "Not connected.");
  readonly #failure = element("div", { class: "try-failure", role: "alert" });
  readonly #logins = element("select", { id: "try-demo-login" });
  readonly #username = element("input", {
    id: "try-username",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly #password = element("input", { id: "try-password", type: "password", autocomplete: "off" });
  readonly #logout = button("Log out", () => void this.#leave());
  readonly #demo: HTMLFormElement;
  readonly #summary = element("summary", {}, "Log in");
  readonly #part: HTMLDetailsElement;
  #service: Service | null = null;

  constructor() {
    this.#demo = element(
      "form",
      {
        class: "try-login",
        submit: (event) => {
          event.preventDefault();
          const login = this.#service?.logins[this.#logins.selectedIndex];
          if (login !== undefined) void this.login(login);
        },
      },
      element("div", {}, element("label", { for: "try-demo-login" }, "Demo login"), this.#logins),
      element("button", { type: "submit", class: "button" }, "Log in as this user"),
    );
    const own = element(
      "form",
      {
        class: "try-login",
        submit: (event) => {
          event.preventDefault();
          void this.login({ username: this.#username.value, password: this.#password.value });
        },
      },
      element("div", {}, element("label", { for: "try-username" }, "Username"), this.#username),
      element("div", {}, element("label", { for: "try-password" }, "Password"), this.#password),
      element("button", { type: "submit", class: "button button-quiet" }, "Log in"),
    );
    this.#part = element("details", { open: true }, this.#summary, this.#demo, own);
    this.#part.hidden = true;
    this.#logout.hidden = true;
    this.element = element(
      "div",
      { class: "try-session" },
      element("div", { class: "try-actions" }, this.#status, this.#logout),
      this.#failure,
      this.#part,
    );
    setInterval(() => this.#showAge(), SECOND_MS);
  }

  /** Shows the session of another service. */
  use(service: Service): void {
    this.#service = service;
    this.#part.hidden = false;
    this.#demo.hidden = service.logins.length === 0;
    this.#logins.replaceChildren(...service.logins.map(({ username }) => element("option", {}, username)));
    service.connection.onChange(() => this.#show());
    this.#show();
    this.#part.open = true;
    // What the reader pressed is folded away by now.
    if (service.logins.length > 0) this.#logins.focus();
    else this.#username.focus();
  }

  /** Says why something failed; null takes that away. */
  explain(explanation: Explanation | null): void {
    this.#failure.replaceChildren();
    if (explanation === null) return;
    this.#failure.append(
      element("p", { class: "try-title" }, explanation.title),
      element("p", { class: "try-explanation" }, explanation.text),
    );
  }

  /** Logs in to the service that is shown, and says why if that fails. */
  async login({ username, password }: Login): Promise<void> {
    this.explain(null);
    const service = this.#service;
    const explanation = (await service?.connection.login(username, password)) ?? null;
    if (this.#service !== service) return;
    this.#password.value = "";
    this.explain(explanation);
    this.#show();
    if (explanation === null) this.#status.focus();
  }

  async #leave(): Promise<void> {
    await this.#service?.connection.logout();
    this.#show();
    this.#summary.focus();
  }

  #show(): void {
    // What a screen reader is told changes with the session, not with each second.
    this.#status.setAttribute("role", "status");
    this.#showText();
    const isIn = this.#service?.connection.session().status === "active";
    if (this.#logout.hidden === isIn) this.#part.open = !isIn;
    this.#logout.hidden = !isIn;
    this.#summary.textContent = isIn ? "Log in as somebody else" : "Log in";
  }

  #showAge(): void {
    if (this.#service?.connection.session().status !== "active") return;
    this.#status.removeAttribute("role");
    this.#showText();
  }

  #showText(): void {
    if (this.#service === null) return;
    const { name, connection } = this.#service;
    const { status, username, ageMs = 0, rotations } = connection.session();
    const age = Math.round(ageMs / SECOND_MS);
    const count = `${rotations} ${rotations === 1 ? "rotation" : "rotations"}`;
    this.#status.textContent =
      status === "active"
        ? `${username ?? "Somebody"} is logged in to ${name}. The token is ${age} s old, after ${count}.`
        : `Connected to ${name}. Not logged in.`;
  }
}
