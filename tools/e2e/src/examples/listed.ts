/** What every example here gives back. */
export interface Listed {
  /** Units on all pages together. */
  readonly units: number;
  /** How often the service replaced the token on the way. */
  readonly rotations: number;
}
