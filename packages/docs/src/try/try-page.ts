/** The page "Try it": a service, an operation, its form, the request and the response. */
import type { Sandbox } from "../sandbox/open-sandbox.ts";
import { operationUrl, permissionUrl } from "../contract/urls.ts";
import { button, element } from "./elements.ts";
import { createFormView, type FormView } from "./form-view.ts";
import type { Form, FormGroup } from "./forms.ts";
import { createRequestView } from "./request-view.ts";
import { showOutcome } from "./response-view.ts";
import { createServiceView } from "./service-view.ts";

export interface TryOptions {
  /** Where the page puts everything. */
  readonly place: HTMLElement;
  /** The way to the root of the site, and to the folder of the forms. */
  readonly root: string;
  readonly forms: string;
  readonly baseUrl: string;
  readonly sandboxSize: string;
  openSandbox(onProgress: (share: number) => void): Promise<Sandbox>;
}

/** Builds the page, and shows the operation that the fragment of its address names. */
export async function showTryPage(options: TryOptions): Promise<void> {
  const { place, root } = options;
  const groups: readonly FormGroup[] = await load(`${options.forms}operations.json`);
  const ids = new Set(groups.flatMap(({ operations }) => operations.map(({ id }) => id)));

  let form: Form | null = null;
  let view: FormView | null = null;
  let running: AbortController | null = null;

  const service = createServiceView({
    baseUrl: options.baseUrl,
    sandboxSize: options.sandboxSize,
    openSandbox: options.openSandbox,
    onChange: () => {
      showRequest();
      void showPermission();
    },
  });
  const choice = element(
    "select",
    {
      id: "try-operation",
      change: () => {
        location.hash = choice.value;
      },
    },
    ...groups.map(({ title, operations }) =>
      element(
        "optgroup",
        { label: title },
        ...operations.map(({ id, summary }) => element("option", { value: id }, summary)),
      ),
    ),
  );
  const about = element("p", { class: "try-about" });
  const permission = element("p", { class: "try-permission", role: "status" });
  const fields = element("div");
  const request = createRequestView();
  const response = element("div", { class: "try-response", "aria-live": "polite" });
  const send = element("button", { type: "submit", class: "button" }, "Send");
  const stop = button("Stop", () => running?.abort());
  stop.hidden = true;

  const showRequest = (): void => {
    if (form === null || view === null) return;
    request.show(form.operation, view.read().request, service.connection()?.baseUrl ?? options.baseUrl);
  };

  const showPermission = async (): Promise<void> => {
    permission.replaceChildren();
    const connection = service.connection();
    const needed = form?.operation.permission ?? null;
    if (needed === null || needed === "self" || connection?.session().status !== "active") return;
    const asked = form;
    const [resource = "", action = ""] = needed.split(".");
    const { exchange } = await connection.send("authPermission", {
      path: { resource, action },
      query: {},
      headers: {},
      body: undefined,
    });
    if (form !== asked || exchange?.status !== 200) return;
    const { data }: { data?: { allow?: boolean } } = JSON.parse(exchange.body);
    permission.replaceChildren(
      data?.allow === true ? "You may do this: you have " : "You may not do this: you lack ",
      element("a", { href: `${root}${permissionUrl(needed)}` }, element("code", {}, needed)),
      ".",
    );
  };

  const showOperation = async (id: string): Promise<void> => {
    const next: Form = await load(`${options.forms}forms/${id}.json`);
    form = next;
    choice.value = id;
    document.title = document.title.replace(/^.*?(?= – )/, `Try it: ${next.operation.summary}`);
    about.replaceChildren(
      element("code", {}, `${next.operation.verb.toUpperCase()} ${next.operation.path}`),
      " ",
      element("a", { href: `${root}${operationUrl(id)}` }, "Reference"),
    );
    view = createFormView(next.fields, next.request, showRequest);
    fields.replaceChildren(view.element);
    response.replaceChildren(element("p", { class: "empty" }, "Nothing was sent yet."));
    showRequest();
    await showPermission();
  };

  const run = async (): Promise<void> => {
    const connection = service.connection();
    if (form === null || view === null || running !== null) return;
    if (connection === null) {
      showOutcome(
        response,
        {
          exchange: null,
          explanation: { title: "Choose a service first", text: "Start the sandbox, or connect to an address." },
        },
        root,
      );
      return;
    }
    const { request: made, errors } = view.read();
    if (errors.size > 0) {
      fields.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    running = new AbortController();
    stop.hidden = false;
    send.disabled = true;
    try {
      const shown = view;
      const outcome = await connection.send(form.operation.id, made, running.signal);
      const { findings } = showOutcome(response, outcome, root);
      shown.showErrors(new Map(findings.map(({ id, message }) => [id, message])));
    } finally {
      running = null;
      stop.hidden = true;
      send.disabled = false;
    }
  };

  place.replaceChildren(
    section("service", "Service", service.element),
    section(
      "operation",
      "Operation",
      element("label", { for: "try-operation", class: "hidden" }, "Operation"),
      choice,
      about,
      permission,
      element(
        "form",
        {
          class: "try-columns",
          novalidate: true,
          submit: (event) => {
            event.preventDefault();
            void run();
          },
        },
        element("div", {}, fields),
        element(
          "div",
          { class: "try-side" },
          element("div", { class: "try-actions" }, send, stop),
          element("h3", {}, "Response"),
          response,
          element("h3", {}, "Request as code"),
          request.element,
        ),
      ),
    ),
  );

  const follow = (): void => {
    const id = location.hash.slice(1);
    const [first = ""] = ids;
    void showOperation(ids.has(id) ? id : first).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      fields.replaceChildren(
        element("p", { role: "alert" }, `The form could not be loaded: ${text}. Reload the page.`),
      );
    });
  };
  addEventListener("hashchange", follow);
  follow();
}

function section(id: string, title: string, ...content: readonly (Node | string)[]): HTMLElement {
  return element("section", { "aria-labelledby": id }, element("h2", { id }, title), ...content);
}

async function load<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
