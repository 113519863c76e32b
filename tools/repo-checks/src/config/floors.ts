/** A part of packages/auth/src. A file belongs to the first floor that it fits. */
export interface Floor {
  readonly name: string;
  /** Paths below packages/auth/src. */
  readonly files: RegExp;
}

export const AUTH_FLOORS: readonly Floor[] = [
  { name: "entry", files: /^(index|create-auth|token-session)\.ts$/ },
  // An interface without imports, which the options name and every store implements.
  { name: "ground", files: /^store\/token-store\.ts$/ },
  { name: "call", files: /^call\// },
  { name: "login", files: /^login\// },
  { name: "token", files: /^token\// },
  { name: "store", files: /^store\// },
  { name: "stores", files: /^stores\// },
  { name: "testing", files: /^testing\// },
  { name: "ground", files: /^(state\/|options\/)?[^/]+\.ts$/ },
];

/** From top to bottom: a file may import its own floor and those that come after it in one of these lists. */
export const AUTH_STACKS: readonly (readonly string[])[] = [
  ["entry", "call", "login", "token", "store", "ground"],
  ["entry", "stores", "ground"],
  ["testing", "ground"],
];
