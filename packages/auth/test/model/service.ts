/** Who has an account. `eve` is at the other end of foreign addresses: no session may ever hold her tokens. */
export type User = "anna" | "bert" | "eve";

/** How the service hands out tokens. */
export interface ServiceSetup {
  /** `chain`: one current token, which rotates with time. `per-response`: a new one per response. `stale-only`: told to who is behind. */
  readonly policy: "chain" | "per-response" | "stale-only";
  /** Whether the token of a response is chosen when the request comes in or when the response goes out. */
  readonly position: "start" | "end";
  /** Whether the tokens tell their order. */
  readonly tokens: "opaque" | "ordinal";
}

/** One token. */
export interface Issued {
  readonly text: string;
  readonly family: Family;
  /** Counts the tokens of the family. */
  readonly serial: number;
  readonly issuedAt: number;
  /** When another one took its place. */
  supersededAt: number | undefined;
}

/** All tokens that follow from one login. */
export interface Family {
  readonly id: number;
  readonly user: User;
  readonly tokens: Issued[];
  /** Logical time at which the login was asked for, and virtual time at which it was granted. */
  readonly askedAt: number;
  readonly beganAt: number;
  revoked: boolean;
  /** Whether a session adopted a token of it without saying whose it is. */
  isAnonymous: boolean;
}

/** A text that stands in every token and every password, so that a leak is found by searching for it. */
export const canary = "SECRET";

export const passwordOf = (user: User): string => `${canary}-${user}`;

/** The current token of a chain is replaced when it is older than this. */
const rotateAfterMs = 3_000;

/** A superseded token is refused after this time. */
const graceMs = 7 * 86_400_000;

/** How long the second server does not know a new token. */
const lagMs = 2_500;

export type Service = ReturnType<typeof createService>;

/** The tokens of the model service: which exist, which are accepted, and who is given which. */
export function createService({ policy, tokens: naming }: ServiceSetup, now: () => number) {
  const families: Family[] = [];
  const byText = new Map<string, Issued>();
  const byFingerprint = new Map<string, Issued>();
  const counts = { logins: 0, invalidations: 0 };

  const newest = (family: Family): Issued => family.tokens.at(-1) ?? mint(family);
  const mint = (family: Family): Issued => {
    const serial = family.tokens.length;
    const before = family.tokens.at(-1);
    if (before) before.supersededAt = now();
    const name = `${canary}${family.id}-${family.user}`;
    const text = naming === "ordinal" ? `f1.${serial}.${name}` : `${name}-${serial}`;
    const token: Issued = { text, family, serial, issuedAt: now(), supersededAt: undefined };
    family.tokens.push(token);
    byText.set(text, token);
    byFingerprint.set(fingerprintOf(text), token);
    return token;
  };

  return {
    families,
    counts,
    newest,
    find: (text: string | undefined) => byText.get(text ?? ""),
    named: (fingerprint: string | undefined) => byFingerprint.get(fingerprint ?? ""),
    /** Begins a family. `askedAt`: logical time of the request. */
    logIn(user: User, askedAt: number): Issued {
      const family: Family = {
        id: families.length,
        user,
        tokens: [],
        askedAt,
        beganAt: now(),
        revoked: false,
        isAnonymous: false,
      };
      families.push(family);
      return mint(family);
    },
    /** The token, if this server takes it. */
    accepts(text: string | undefined, isLagging: boolean): Issued | undefined {
      const token = byText.get(text ?? "");
      if (!token || token.family.revoked) return undefined;
      if (token.supersededAt !== undefined && now() - token.supersededAt > graceMs) return undefined;
      return isLagging && now() - token.issuedAt < lagMs ? undefined : token;
    },
    /** What the response to a call with this token carries. */
    handOut(sent: Issued): Issued | undefined {
      const { family } = sent;
      if (policy === "per-response") return mint(family);
      if (now() - newest(family).issuedAt > rotateAfterMs) mint(family);
      return policy === "stale-only" && sent === newest(family) ? undefined : newest(family);
    },
    rotate(): void {
      for (const family of families) if (!family.revoked) mint(family);
    },
    revokeAll(): void {
      if (families.some(({ revoked }) => !revoked)) counts.invalidations++;
      for (const family of families) family.revoked = true;
    },
  };
}

/** Names a token as events and snapshots do (FNV-1a, 32 bit). */
export function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
