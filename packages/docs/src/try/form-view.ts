/** The form of an operation on the page. */
import type { ExampleRequest } from "../samples/example-request.ts";
import { element } from "./elements.ts";
import type { Field, Fields } from "./forms.ts";
import { EMPTY, type Input, inputsOf, type ReadInputs, readInputs } from "./inputs.ts";

const GROUPS = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["headers", "Request headers"],
] as const;

/** Optional fields stand behind a line that opens when there are as many. */
const MANY = 3;

export class FormView {
  readonly element: HTMLElement;
  readonly #fields: Fields;
  readonly #inputs: Map<string, Input>;
  readonly #onInput: () => void;
  /** By the ids of their fields. */
  readonly #rows = new Map<string, { readonly control: HTMLElement; readonly note: HTMLElement }>();

  /** @param onInput called whenever an input changes */
  constructor(fields: Fields, request: ExampleRequest, onInput: () => void) {
    this.#fields = fields;
    this.#inputs = inputsOf(fields, request);
    this.#onInput = onInput;
    const body = fields.body === null ? [] : "kind" in fields.body ? [fields.body] : fields.body;
    this.element = element(
      "div",
      { class: "try-form" },
      ...GROUPS.map(([place, title]) => this.#part(title, fields[place])),
      this.#part("Request body", body),
    );
    if (this.element.childElementCount === 0)
      this.element.append(element("p", { class: "empty" }, "This operation takes no parameters and no body."));
  }

  read(): ReadInputs {
    return readInputs(this.#fields, this.#inputs);
  }

  /** Shows messages at the fields with these ids, and takes others away. */
  showErrors(errors: ReadonlyMap<string, string>): void {
    for (const [id, { control, note }] of this.#rows) {
      const message = errors.get(id) ?? "";
      note.textContent = message;
      if (message === "") control.removeAttribute("aria-invalid");
      else {
        control.setAttribute("aria-invalid", "true");
        openAround(note);
      }
    }
  }

  /** What is required or begins with a value stands open; the rest opens. */
  #part(title: string, list: readonly Field[]): HTMLElement | null {
    if (list.length === 0) return null;
    const rest = list.filter((field) => !this.#isShown(field));
    const shown = rest.length < MANY ? list : list.filter((field) => this.#isShown(field));
    return element(
      "fieldset",
      {},
      element("legend", {}, title),
      ...shown.map((field) => this.#row(field)),
      shown.length < list.length &&
        element(
          "details",
          { class: "nested" },
          element("summary", {}, `${rest.length} ${shown.length === 0 ? "" : "more "}optional`),
          ...rest.map((field) => this.#row(field)),
        ),
    );
  }

  #isShown(field: Field): boolean {
    return field.required || this.#inputs.has(field.id) || field.members.some((member) => this.#isShown(member));
  }

  #row(field: Field): HTMLElement {
    if (field.kind === "members") return this.#members(field);
    const { id, kind, name, type, required, nullable, hint: text } = field;
    const set = (change: Partial<Input>): void => {
      this.#inputs.set(id, { ...EMPTY, ...this.#inputs.get(id), ...change });
      this.showErrors(this.read().errors);
      this.#onInput();
    };
    const input = this.#inputs.get(id) ?? EMPTY;
    const control = controlOf(field, input, set);
    const note = element("p", { class: "try-error", id: `error-${id}` });
    this.#rows.set(id, { control, note });
    control.setAttribute("aria-describedby", `hint-${id} error-${id}`);
    const label = [
      element("code", {}, name),
      " ",
      element("span", { class: "type" }, type),
      required && element("span", { class: "mark mark-strong" }, " required"),
    ] as const;
    const hint = element("p", { class: "rules", id: `hint-${id}` }, text);
    if (kind === "choices") {
      control.prepend(element("legend", {}, ...label));
      control.append(hint, note);
      return control;
    }
    const asNull = nullable && nullBox(name, input, control, (isNull) => set({ isNull }));
    const head = element("div", { class: "try-head" }, element("label", { for: id }, ...label), asNull);
    return element("div", { class: "try-field" }, head, control, hint, note);
  }

  #members(field: Field): HTMLElement {
    return element(
      "details",
      { class: "try-members", open: this.#isShown(field) },
      element("summary", {}, element("code", {}, field.name), ` ${field.hint}`),
      ...field.members.map((member) => this.#row(member)),
    );
  }
}

function controlOf(field: Field, input: Input, set: (change: Partial<Input>) => void): HTMLElement {
  switch (field.kind) {
    case "choices":
      return choicesOf(field, input, set);
    case "choice":
      return choiceOf(field.id, field.values.map(String), input, set);
    case "boolean":
      return choiceOf(field.id, ["true", "false"], input, set);
    case "lines":
      return areaOf(field.id, { rows: "3", placeholder: "One item per line" }, input, set);
    case "json":
      return areaOf(field.id, { rows: "4", placeholder: "JSON" }, input, set);
    default:
      return lineOf(field, input, set);
  }
}

function choiceOf(
  id: string,
  values: readonly string[],
  { text }: Input,
  set: (change: Partial<Input>) => void,
): HTMLElement {
  const select = element(
    "select",
    { id, change: () => set({ text: select.value }) },
    element("option", { value: "" }, "(omitted)"),
    ...values.map((value) => element("option", { value, selected: value === text }, value)),
  );
  return select;
}

function areaOf(
  id: string,
  attributes: Readonly<Record<string, string>>,
  { text }: Input,
  set: (change: Partial<Input>) => void,
): HTMLElement {
  const area = element("textarea", { id, spellcheck: "false", ...attributes, input: () => set({ text: area.value }) });
  area.value = text;
  return area;
}

function lineOf({ id, kind, secret }: Field, { text }: Input, set: (change: Partial<Input>) => void): HTMLElement {
  const line = element("input", {
    id,
    type: secret ? "password" : "text",
    autocomplete: "off",
    spellcheck: "false",
    ...(kind === "number" && { inputmode: "decimal" }),
    input: () => set({ text: line.value }),
  });
  line.value = text;
  return line;
}

/** Several values, in the order in which they are chosen. */
function choicesOf({ id, values }: Field, input: Input, set: (change: Partial<Input>) => void): HTMLElement {
  let chosen = input.chosen;
  const boxes = values.map(String).map((value) => {
    const box = element("input", {
      type: "checkbox",
      checked: chosen.includes(value),
      change: () => {
        chosen = box.checked ? [...chosen, value] : chosen.filter((one) => one !== value);
        set({ chosen });
      },
    });
    return element("label", { class: "try-choice" }, box, element("code", {}, value));
  });
  return element("fieldset", { id, class: "try-field try-choices" }, element("div", {}, ...boxes));
}

function nullBox(name: string, input: Input, control: HTMLElement, set: (isNull: boolean) => void): HTMLElement {
  const box = element("input", {
    type: "checkbox",
    checked: input.isNull,
    change: () => {
      control.toggleAttribute("disabled", box.checked);
      set(box.checked);
    },
  });
  control.toggleAttribute("disabled", input.isNull);
  return element("label", { class: "try-null" }, box, "null", element("span", { class: "hidden" }, ` for ${name}`));
}

/** Opens the closed parts around a place. */
function openAround(place: Element): void {
  for (let part = place.closest("details"); part !== null; part = part.parentElement?.closest("details") ?? null)
    part.open = true;
}
