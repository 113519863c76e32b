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
