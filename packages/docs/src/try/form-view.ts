/** The form of an operation on the page. */
import type { ExampleRequest } from "../samples/example-request.ts";
import { element } from "./elements.ts";
import type { Field, Fields } from "./fields.ts";
import { allFields, EMPTY, type Input, inputsOf, type ReadInputs, readInputs } from "./inputs.ts";

export interface FormView {
  readonly element: HTMLElement;
  /** Reads the inputs, and shows what is wrong with them. */
  read(): ReadInputs;
  /** Shows messages at their fields; those of fields that the form does not have are returned. */
  showErrors(errors: ReadonlyMap<string, string>): Map<string, string>;
}

const GROUPS = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["headers", "Request headers"],
] as const;

/** @param onInput called whenever an input changes */
export function createFormView(fields: Fields, request: ExampleRequest, onInput: () => void): FormView {
  const inputs = inputsOf(fields, request);
  const notes = new Map<string, HTMLElement>();
  const controls = new Map<string, HTMLElement>();
  const set = (field: Field, change: Partial<Input>): void => {
    inputs.set(field.id, { ...EMPTY, ...inputs.get(field.id), ...change });
    onInput();
  };

  const row = (field: Field): HTMLElement => {
    if (field.kind === "members") return membersRow(field);
    const note = element("p", { class: "try-error", id: `error-${field.id}` });
    notes.set(field.id, note);
    const input = inputs.get(field.id) ?? EMPTY;
    const control = controlOf(field, input, (change) => set(field, change));
    controls.set(field.id, control);
    control.setAttribute("aria-describedby", `hint-${field.id} error-${field.id}`);
    const label = [
      element("code", {}, field.name),
      " ",
      element("span", { class: "type" }, field.type),
      field.required && element("span", { class: "mark mark-strong" }, " required"),
    ] as const;
    const hint = element("p", { class: "rules", id: `hint-${field.id}` }, field.hint);
    if (field.kind === "choices") {
      control.prepend(element("legend", {}, ...label));
      control.append(hint, note);
      return control;
    }
    const asNull = field.nullable && nullBox(field, input, control, (isNull) => set(field, { isNull }));
    const head = element("div", { class: "try-head" }, element("label", { for: control.id }, ...label), asNull);
    return element("div", { class: "try-field" }, head, control, hint, note);
  };

  const membersRow = (field: Field): HTMLElement => {
    const open = field.required || field.members.some(({ id }) => inputs.has(id));
    return element(
      "details",
      { class: "try-members", open },
      element("summary", {}, element("code", {}, field.name), ` ${field.hint}`),
      ...field.members.map(row),
    );
  };

  /** What is required or begins with a value stands open; the rest opens. */
  const part = (title: string, list: readonly Field[]): HTMLElement | null => {
    if (list.length === 0) return null;
    const isShown = (field: Field): boolean =>
      field.required || inputs.has(field.id) || field.members.some((member) => isShown(member));
    const rest = list.filter((field) => !isShown(field));
    const shown = rest.length < 3 ? list : list.filter(isShown);
    return element(
      "fieldset",
      {},
      element("legend", {}, title),
      ...shown.map(row),
      shown.length < list.length &&
        element(
          "details",
          { class: "nested" },
          element("summary", {}, `${rest.length} ${shown.length === 0 ? "" : "more "}optional`),
          ...rest.map(row),
        ),
    );
  };

  const body = fields.body === null ? [] : "kind" in fields.body ? [fields.body] : fields.body;
  const view = element(
    "div",
    { class: "try-form" },
    ...GROUPS.map(([place, title]) => part(title, fields[place])),
    part("Request body", body),
  );
  const known = new Set(allFields(fields).map(({ id }) => id));

  const showErrors: FormView["showErrors"] = (errors) => {
    for (const [id, note] of notes) {
      const message = errors.get(id) ?? "";
      note.textContent = message;
      const control = controls.get(id);
      if (message === "") control?.removeAttribute("aria-invalid");
      else control?.setAttribute("aria-invalid", "true");
      if (message !== "") openAround(note);
    }
    return new Map([...errors].filter(([id]) => !known.has(id) || !notes.has(id)));
  };
  return {
    element: view,
    read() {
      const read = readInputs(fields, inputs);
      showErrors(read.errors);
      return read;
    },
    showErrors,
  };
}

function controlOf(field: Field, input: Input, set: (change: Partial<Input>) => void): HTMLElement {
  const { id, kind, values, secret } = field;
  if (kind === "choices") return choicesOf(field, input, set);
  if (kind === "choice" || kind === "boolean") {
    const options = kind === "boolean" ? ["true", "false"] : values.map(String);
    const select = element(
      "select",
      { id, change: () => set({ text: select.value }) },
      element("option", { value: "" }, "(left out)"),
      ...options.map((value) => element("option", { value, selected: value === input.text }, value)),
    );
    return select;
  }
  if (kind === "lines" || kind === "json") {
    const area = element("textarea", {
      id,
      rows: kind === "json" ? "4" : "3",
      spellcheck: "false",
      placeholder: kind === "json" ? "JSON" : "One item per line",
      input: () => set({ text: area.value }),
    });
    area.value = input.text;
    return area;
  }
  const line = element("input", {
    id,
    type: secret ? "password" : "text",
    autocomplete: "off",
    spellcheck: "false",
    ...(kind === "number" && { inputmode: "decimal" }),
    input: () => set({ text: line.value }),
  });
  line.value = input.text;
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

function nullBox({ name }: Field, input: Input, control: HTMLElement, set: (isNull: boolean) => void): HTMLElement {
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
