/**
 * Becomes a module of the contract: whether at most 64 characters stand before the @ of an e-mail address (RFC 5321
 * section 4.5.3.1.1). Everything else is said by the pattern beside it, which cannot count across dots.
 */
export function format(address: string): boolean {
  return address.indexOf("@") <= 64;
}
