/** Password hashing; the implementation is argon2id, see `argon2Passwords`. */
export interface Passwords {
  /**
   * Hashes a password to a PHC string.
   * @throws PasswordsBusyError when too many hashes are already waiting
   */
  hash(password: string): Promise<string>;
  /** True when the password fits the PHC string. False also for a string that is no PHC string. */
  verify(phc: string, password: string): Promise<boolean>;
  /** True when the PHC string was made with weaker parameters than today's. */
  needsRehash(phc: string): boolean;
  /** Does the work of `verify` for a user that does not exist, so that both take equally long. Always false. */
  verifyDummy(password: string): Promise<false>;
}

/** Too many passwords wait to be hashed or checked. */
export class PasswordsBusyError extends Error {
  override readonly name = "PasswordsBusyError";

  constructor() {
    super("Too many passwords wait to be hashed or checked.");
  }
}
