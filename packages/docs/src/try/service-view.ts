/** Which service the page calls, and who is logged in there. */
import type { Sandbox } from "../sandbox/open-sandbox.ts";
import { connect, type Connection } from "./connection.ts";
import { button, element } from "./elements.ts";
import type { Explanation } from "./explain.ts";

/** A login that anybody may use. */
interface PublicLogin {
  readonly username: string;
  readonly password: string;
}

export interface ServiceView {
  readonly element: HTMLElement;
  /** Null until a service was chosen. */
  connection(): Connection | null;
}

export interface ServiceOptions {
  /** The address that the field begins with. */
  readonly baseUrl: string;
  /** Megabytes that the sandbox loads. */
  readonly sandboxSize: string;
  openSandbox(onProgress: (share: number) => void): Promise<Sandbox>;
  /** Called when there is another connection, and when its session changes. */
  onChange(): void;
}

/** Seconds between two looks at the age of the token. */
const CLOCK_S = 1;

export function createServiceView(options: ServiceOptions): ServiceView {
  let connection: Connection | null = null;
  let sandbox: Sandbox | null = null;

  const status = element("p", { class: "try-status", role: "status" });
  const failure = element("div", { class: "try-failure", role: "alert" });
  const address = element("input", {
    id: "try-address",
    type: "url",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "try-address-hint",
  });
  address.value = options.baseUrl;
  const username = element("input", { id: "try-username", type: "text", autocomplete: "off", spellcheck: "false" });
  const password = element("input", { id: "try-password", type: "password", autocomplete: "off" });
  const logout = button("Log out", () => void leave());
  const logins = element("div", { class: "try-logins" });
  const sandboxTools = element("div", { class: "try-tools" });
  const session = element("div", { class: "try-session" });
  session.hidden = true;

  const show = (explanation: Explanation | null): void => {
    failure.replaceChildren();
    if (explanation === null) return;
    failure.append(
      element("p", { class: "try-title" }, explanation.title),
      element("p", { class: "try-explanation" }, explanation.text),
    );
  };

  const showSession = (): void => {
    const state = connection?.session();
    const name = sandbox === null ? connection?.baseUrl : "the sandbox";
    const isIn = state?.status === "active";
    logout.hidden = !isIn;
    if (state === undefined || name === undefined) status.textContent = "Not connected.";
    else if (!isIn) status.textContent = `Connected to ${name}. Not logged in.`;
    else {
      const who = state.username ?? "Somebody";
      const age = Math.round((state.ageMs ?? 0) / 1000);
      const count = `${state.rotations} ${state.rotations === 1 ? "rotation" : "rotations"}`;
      status.textContent = `${who} is logged in to ${name}. The token is ${age} s old, after ${count}.`;
    }
  };
  // What a screen reader is told changes with the session, not with each second.
  setInterval(() => {
    if (connection?.session().status !== "active") return;
    status.removeAttribute("role");
    showSession();
  }, CLOCK_S * 1000);
  const onSession = (): void => {
    status.setAttribute("role", "status");
    showSession();
    options.onChange();
  };

  const use = async (next: Connection, known: readonly PublicLogin[]): Promise<void> => {
    const before = connection;
    connection = next;
    connection.onChange(onSession);
    session.hidden = false;
    logins.replaceChildren(
      ...known.map((login) => button(`Log in as ${login.username}`, () => void enter(login.username, login.password))),
    );
    onSession();
    await before?.close();
  };

  const enter = async (name: string, secret: string): Promise<void> => {
    show(null);
    const explanation = (await connection?.login(name, secret)) ?? null;
    password.value = "";
    show(explanation);
    showSession();
  };
  const leave = async (): Promise<void> => {
    await connection?.logout();
    showSession();
  };

  const useAddress = async (): Promise<void> => {
    show(null);
    try {
      const url = new URL(address.value);
      const next = connect({
        baseUrl: url.href.replace(/\/$/, ""),
        fetch: (input, init) => globalThis.fetch(input, init),
        origin: location.origin,
        probe: true,
      });
      closeSandbox();
      await use(next, []);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      show({ title: "This address cannot be used", text: `${text}. It looks like ${options.baseUrl}.` });
    }
  };

  const closeSandbox = (): void => {
    sandbox?.close();
    sandbox = null;
    sandboxTools.replaceChildren();
    start.hidden = false;
  };

  const useSandbox = async (): Promise<void> => {
    show(null);
    start.disabled = true;
    try {
      const opened = await options.openSandbox((share) => {
        start.textContent = `Loading, ${Math.round(share * 100)} %`;
      });
      sandbox = opened;
      start.hidden = true;
      const { baseUrl, fetch } = opened;
      await use(connect({ baseUrl, fetch, origin: location.origin, probe: false }), opened.logins);
      showSandboxTools(opened);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      show({
        title: "The sandbox could not be started",
        text: `${text} The examples on the page of each operation show recorded responses.`,
      });
    } finally {
      start.disabled = false;
      start.textContent = startText;
    }
  };

  const showSandboxTools = (opened: Sandbox): void => {
    const always = element("input", {
      type: "checkbox",
      change: () => void opened.rotateAfter(always.checked ? 0 : "default"),
    });
    sandboxTools.replaceChildren(
      element("label", { class: "try-choice" }, always, "A new token with every response"),
      button("Reset the sandbox", () => void reset(opened)),
    );
  };

  const reset = async (opened: Sandbox): Promise<void> => {
    show(null);
    try {
      await opened.reset();
      const { baseUrl, fetch } = opened;
      await use(connect({ baseUrl, fetch, origin: location.origin, probe: false }), opened.logins);
      showSandboxTools(opened);
    } catch (error) {
      show({ title: "The sandbox could not be reset", text: error instanceof Error ? error.message : String(error) });
    }
  };

  const startText = `Start the sandbox (${options.sandboxSize})`;
  const start = button(startText, () => void useSandbox(), { class: "button" });
  session.append(
    logins,
    element(
      "form",
      {
        class: "try-login",
        submit: (event) => {
          event.preventDefault();
          void enter(username.value, password.value);
        },
      },
      element("div", {}, element("label", { for: "try-username" }, "Username"), username),
      element("div", {}, element("label", { for: "try-password" }, "Password"), password),
      element("button", { type: "submit", class: "button button-quiet" }, "Log in"),
      logout,
    ),
  );
  showSession();
  return {
    connection: () => connection,
    element: element(
      "div",
      {},
      element(
        "div",
        { class: "try-services" },
        element(
          "div",
          {},
          element("h3", {}, "In this page"),
          element(
            "p",
            {},
            "The reference server itself, with a demo fleet and its logins. It runs in your browser and forgets everything when you leave.",
          ),
          start,
          sandboxTools,
        ),
        element(
          "form",
          {
            submit: (event) => {
              event.preventDefault();
              void useAddress();
            },
          },
          element("h3", {}, "At an address"),
          element("label", { for: "try-address" }, "Base address"),
          address,
          element(
            "p",
            { class: "rules", id: "try-address-hint" },
            "Only what you send goes there. Passwords are not kept, tokens only in memory.",
          ),
          element("button", { type: "submit", class: "button button-quiet" }, "Connect"),
        ),
      ),
      status,
      failure,
      session,
    ),
  };
}
