/** What a change asks of a version number (semver.org): `none` is a change that nobody can notice. */
export type Bump = "none" | "patch" | "minor" | "major";

const ORDER: readonly Bump[] = ["none", "patch", "minor", "major"];

/** True when `bump` is as high as `wanted`, or higher. */
export function reaches(bump: Bump, wanted: Bump): boolean {
  return ORDER.indexOf(bump) >= ORDER.indexOf(wanted);
}

/** The highest of them; `none` of nothing. */
export function highest(bumps: Iterable<Bump>): Bump {
  let top: Bump = "none";
  for (const bump of bumps) if (reaches(bump, top)) top = bump;
  return top;
}

/** Narrows text from a file to a bump. */
export function isBump(text: unknown): text is Bump {
  return ORDER.some((bump) => bump === text);
}
