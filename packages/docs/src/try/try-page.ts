/** The page "Try it": a service, an operation, its form, the request and the response. */
import { operationUrl, permissionUrl } from "../contract/urls.ts";
import { measuredAt } from "../samples/example-request.ts";
import type { Connection } from "./connection.ts";
import { button, element } from "./elements.ts";
import { FormView } from "./form-view.ts";
import type { Form } from "./forms.ts";
import { withoutSecrets } from "./inputs.ts";
import { createRequestView, objectOf, parse, showOutcome } from "./call-view.ts";
import { type ServiceOptions, ServiceView } from "./service-view.ts";

interface TryOptions extends Omit<ServiceOptions, "onChange"> {
  /** Has the list of operations for readers without JavaScript, and gets the page. */
  readonly place: HTMLElement;
  /** The way to the root of the site, and to the folder of the forms. */
  readonly root: string;
  readonly forms: string;
  /** Milliseconds since 1970. */
  clock(): number;
}

export class TryPage {
  readonly #options: TryOptions;
  readonly #service: ServiceView;
  readonly #ids: ReadonlySet<string>;
  readonly #choice = element("select", {
    id: "try-operation",
    change: () => {
      location.hash = this.#choice.value;
    },
  });
  readonly #about = element("p", { class: "try-about" });
  readonly #permission = element("p", { class: "try-permission", role: "status" });
  readonly #fields = element("div");
  readonly #request = createRequestView();
  readonly #response = element("div", { class: "try-response" });
  readonly #said = element("p", { class: "hidden", role: "status" });
  readonly #send = element("button", { type: "submit", class: "button" }, "Send");
  readonly #stop = button("Stop", () => {
    this.#running?.abort();
    this.#send.focus();
  });
  #form: { readonly file: Form; readonly view: FormView } | null = null;
  #running: AbortController | null = null;
  /** For whom the permission was asked last: each token would be a reason to ask, and each answer may bring a token. */
  #asked = "";

  /** Builds the page, and shows the operation that the fragment of its address names. */
  constructor(options: TryOptions) {
    this.#options = options;
    this.#service = new ServiceView({
      ...options,
      onChange: () => {
        this.#showRequest();
        void this.#showPermission();
      },
    });
    const groups = readGroups(options.place);
    this.#ids = new Set(groups.flatMap(({ operations }) => operations.map(({ id }) => id)));
    this.#choice.append(
      ...groups.map(({ title, operations }) =>
        element(
          "optgroup",
          { label: title },
          ...operations.map(({ id, summary }) => element("option", { value: id }, summary)),
        ),
      ),
    );
    this.#stop.hidden = true;
    this.#build();
    addEventListener("hashchange", () => this.#follow());
    this.#follow();
  }

  #build(): void {
    this.#options.place.replaceChildren(
      section("service", "Service", this.#service.element),
      section(
        "operation",
        "Operation",
        element("label", { for: "try-operation", class: "hidden" }, "Operation"),
        this.#choice,
        this.#about,
        this.#permission,
        element(
          "form",
          {
            class: "try-columns",
            novalidate: true,
            submit: (event) => {
              event.preventDefault();
              void this.#run();
            },
          },
          element("div", {}, this.#fields),
          element(
            "div",
            { class: "try-side" },
            element("div", { class: "try-actions" }, this.#send, this.#stop),
            element("h3", {}, "Response"),
            this.#said,
            this.#response,
            element("h3", {}, "Request as code"),
            this.#request.element,
          ),
        ),
      ),
    );
  }

  #follow(): void {
    const id = location.hash.slice(1);
    const [first = ""] = this.#ids;
    // Another place of the page, such as that of the skip link.
    if (this.#form !== null && !this.#ids.has(id)) return;
    const chosen = this.#ids.has(id) ? id : first;
    this.#showOperation(chosen).catch((error: unknown) => {
      if (this.#choice.value !== chosen) return;
      const text = `The form could not be loaded: ${error instanceof Error ? error.message : String(error)}. Reload the page.`;
      this.#fields.replaceChildren(element("p", { role: "alert" }, text));
    });
  }

  async #showOperation(id: string): Promise<void> {
    this.#choice.value = id;
    // Until its form is here nothing can be sent: the form of before is that of another operation.
    this.#form = null;
    this.#send.disabled = true;
    this.#running?.abort();
    const file = await load(`${this.#options.forms}${id}.json`);
    // Another one was chosen while this one was loaded.
    if (this.#choice.value !== id) return;
    const { operation, fields } = file;
    const request = measuredAt(file.request, new Date(this.#options.clock()).toISOString());
    const view = new FormView(fields, request, () => this.#showRequest());
    this.#form = { file, view };
    this.#send.disabled = false;
    document.title = document.title.replace(/^.*?(?= – )/, `Try it: ${operation.summary}`);
    this.#about.replaceChildren(
      element("code", {}, `${operation.verb.toUpperCase()} ${operation.path}`),
      " ",
      element("a", { href: `${this.#options.root}${operationUrl(id)}` }, "Reference"),
    );
    this.#fields.replaceChildren(view.element);
    this.#response.replaceChildren(element("p", { class: "empty" }, "Nothing was sent yet."));
    this.#showRequest();
    void this.#showPermission();
  }

  #showRequest(): void {
    if (this.#form === null) return;
    const { file, view } = this.#form;
    this.#request.show(file.operation, withoutSecrets(file.fields, view.read().request), this.#service.address());
  }

  async #showPermission(): Promise<void> {
    const connection = this.#service.connection();
    const form = this.#form;
    const { status, username, epoch } = connection?.session() ?? {};
    const asked = JSON.stringify([form?.file.operation.id, connection?.baseUrl, status, username, epoch]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#permission.replaceChildren();
    const needed = form?.file.operation.permission ?? null;
    if (needed === null || needed === "self" || connection === null || status !== "active") return;
    const isAllowed = await askPermission(connection, needed);
    if (this.#asked !== asked || isAllowed === null) return;
    this.#permission.replaceChildren(
      isAllowed ? "You may do this: you have " : "You may not do this: you lack ",
      element("a", { href: `${this.#options.root}${permissionUrl(needed)}` }, element("code", {}, needed)),
      ".",
    );
  }

  async #run(): Promise<void> {
    const form = this.#form;
    if (form === null || this.#running !== null) return;
    const connection = this.#service.connection();
    if (connection === null) {
      const explanation = { title: "Choose a service first", text: "Start the sandbox, or connect to an address." };
      this.#said.textContent = showOutcome(this.#response, { exchange: null, explanation }, this.#options.root).title;
      return;
    }
    const { request, errors } = form.view.read();
    form.view.showErrors(errors);
    if (errors.size > 0) {
      this.#fields.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    const running = new AbortController();
    this.#setRunning(running);
    try {
      const outcome = await connection.send(form.file.operation.id, request, running.signal);
      if (this.#form !== form) return;
      const { title, findings } = showOutcome(this.#response, outcome, this.#options.root);
      this.#said.textContent = title;
      form.view.showErrors(new Map(findings.map(({ id, message }) => [id, message])));
    } finally {
      this.#setRunning(null);
    }
  }

  #setRunning(running: AbortController | null): void {
    this.#running = running;
    this.#stop.hidden = running === null;
    this.#send.disabled = this.#form === null;
    // It keeps the focus; another click does nothing.
    if (running === null) this.#send.removeAttribute("aria-disabled");
    else this.#send.setAttribute("aria-disabled", "true");
  }
}

/** Whether the user has a permission; null where the service does not say. */
async function askPermission(connection: Connection, permission: string): Promise<boolean | null> {
  const [resource = "", action = ""] = permission.split(".");
  const request = { path: { resource, action }, query: {}, headers: {}, body: undefined };
  const { exchange } = await connection.send("authPermission", request);
  if (exchange?.status !== 200) return null;
  // Whoever answers may answer anything.
  const { allow } = objectOf(objectOf(parse(exchange.body))["data"]);
  return typeof allow === "boolean" ? allow : null;
}

interface Group {
  readonly title: string;
  readonly operations: readonly { readonly id: string; readonly summary: string }[];
}

/** The operations that the page lists for readers without JavaScript. */
function readGroups(place: HTMLElement): Group[] {
  return [...place.querySelectorAll("section")].map((part) => ({
    title: part.querySelector("h2")?.textContent ?? "",
    operations: [...part.querySelectorAll("li")].map(({ id, textContent }) => ({ id, summary: textContent })),
  }));
}

function section(id: string, title: string, ...content: readonly (Node | string)[]): HTMLElement {
  return element("section", { "aria-labelledby": id }, element("h2", { id }, title), ...content);
}

async function load(url: string): Promise<Form> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
