/** The name of a member as an error may show it. An odd one becomes `*`: in a map, names are values and may be secret. */
export function shownName(name: string): string {
  return /^([a-z_]\w{0,39}|\d{1,6})$/i.test(name) ? name : "*";
}
