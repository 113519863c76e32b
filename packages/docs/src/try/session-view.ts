/** Who is logged in: the state of the session, the form of the login, and logins that anybody may use. */
import type { Connection } from "./connection.ts";
import { button, element } from "./elements.ts";
import type { Explanation } from "./explain.ts";

/** A login that is public. */
export interface PublicLogin {
  readonly username: string;
  readonly password: string;
}

/** A connection with what the page says about it. */
export interface Service {
  /** In the middle of a sentence: an address, or `the sandbox`. */
  readonly name: string;
  readonly connection: Connection;
  readonly logins: readonly PublicLogin[];
}

const SECOND_MS = 1000;

export class SessionView {
  readonly element: HTMLElement;
  readonly #status = element("p", { class: "try-status", role: "status" }, "Not connected.");
  readonly #failure = element("div", { class: "try-failure", role: "alert" });
  readonly #logins = element("div", { class: "try-logins" });
  readonly #username = element("input", {
    id: "try-username",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly #password = element("input", { id: "try-password", type: "password", autocomplete: "off" });
  readonly #logout = button("Log out", () => void this.#leave());
  readonly #form: HTMLFormElement;
  #service: Service | null = null;

  constructor() {
    this.#form = element(
      "form",
      {
        class: "try-login",
        submit: (event) => {
          event.preventDefault();
          void this.#enter(this.#username.value, this.#password.value);
        },
      },
      element("div", {}, element("label", { for: "try-username" }, "Username"), this.#username),
      element("div", {}, element("label", { for: "try-password" }, "Password"), this.#password),
      element("button", { type: "submit", class: "button button-quiet" }, "Log in"),
      this.#logout,
    );
    this.#form.hidden = true;
    this.element = element("div", {}, this.#status, this.#failure, this.#logins, this.#form);
    setInterval(() => this.#showAge(), SECOND_MS);
  }

  /** Shows the session of another service. */
  use(service: Service): void {
    this.#service = service;
    this.#form.hidden = false;
    this.#logins.replaceChildren(
      ...service.logins.map(({ username, password }) =>
        button(`Log in as ${username}`, () => void this.#enter(username, password)),
      ),
    );
    service.connection.onChange(() => this.#show());
    this.#show();
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

  async #enter(username: string, password: string): Promise<void> {
    this.explain(null);
    const explanation = (await this.#service?.connection.login(username, password)) ?? null;
    this.#password.value = "";
    this.explain(explanation);
    this.#show();
  }

  async #leave(): Promise<void> {
    await this.#service?.connection.logout();
    this.#show();
  }

  #show(): void {
    // What a screen reader is told changes with the session, not with each second.
    this.#status.setAttribute("role", "status");
    this.#showText();
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
    const isIn = status === "active";
    this.#logout.hidden = !isIn;
    const age = Math.round(ageMs / SECOND_MS);
    const count = `${rotations} ${rotations === 1 ? "rotation" : "rotations"}`;
    this.#status.textContent = isIn
      ? `${username ?? "Somebody"} is logged in to ${name}. The token is ${age} s old, after ${count}.`
      : `Connected to ${name}. Not logged in.`;
  }
}
