/**
 * Pages that moved: from, to, both below the site's folder. Nothing is taken out of this list: a link that worked
 * once goes on working.
 */
export const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  ["", "v1/"],
  ["reference.html", "v1/groups/"],
  ["changelog.html", "v1/changelog/"],
  ["v1/guides/", "v1/#guides"],
  ["v1/decisions/", "v1/guides/decisions/"],
  ["v1/operations/", "v1/groups/"],
];
