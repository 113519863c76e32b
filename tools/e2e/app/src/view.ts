import type { Credentials } from "@fleet-api/auth";
import type { Unit } from "@fleet-api/contract/types/units";

function find<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no ${type.name} with the id ${id}.`);
}

const form = find("login", HTMLFormElement);

export function show(id: "user" | "status" | "outcome", text: string): void {
  find(id, HTMLOutputElement).value = text;
}

export function showUnits(units: readonly Unit[]): void {
  find("units", HTMLUListElement).replaceChildren(...units.map(({ name }) => item(name)));
}

export function addEvent(text: string): void {
  find("events", HTMLOListElement).append(item(text));
}

function item(text: string): HTMLLIElement {
  const element = document.createElement("li");
  element.textContent = text;
  return element;
}

/** Calls the function when the button is used, and shows the error if it fails. */
export function onButton(id: "list" | "accept" | "logout", act: () => Promise<void> | void): void {
  find(id, HTMLButtonElement).addEventListener("click", () => void act());
}

export function onLogin(logIn: (credentials: Credentials) => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    form.reset();
    void logIn({ username: String(given.get("username")), password: String(given.get("password")) });
  });
}

/** Who logged in last, for all tabs. The session knows users by fingerprints only, so the app remembers the name. */
const key = "fleet-user-name";
let remembered = "";

export function userName(): string {
  try {
    return localStorage.getItem(key) ?? remembered;
  } catch {
    return remembered;
  }
}

export function rememberUserName(name: string): void {
  remembered = name;
  try {
    localStorage.setItem(key, name);
  } catch {
    // Refused or full: then this tab alone knows it.
  }
}
