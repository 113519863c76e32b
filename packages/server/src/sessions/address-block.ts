/**
 * The block of addresses that counts as one caller: a single IPv4 address, in whatever form it is written, or the /64 of
 * an IPv6 address, which is the least that one customer gets (RFC 6177).
 */
export function addressBlock(ip: string): string {
  const address = ip.toLowerCase().split("%")[0] ?? "";
  if (!address.includes(":")) return address;
  const groups = expand(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups.slice(0, 4).map(text).join(":")}::/64`;
}

/** The eight groups of an IPv6 address (RFC 4291 section 2.2). */
function expand(address: string): number[] {
  const dotted = address.lastIndexOf(":") + 1;
  const [a = 0, b = 0, c = 0, d = 0] = address.slice(dotted).split(".").map(Number);
  const isDotted = address.includes(".");
  const hex = isDotted ? `${address.slice(0, dotted)}${text(a * 256 + b)}:${text(c * 256 + d)}` : address;
  const [head = "", tail] = hex.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => "0"), ...right].map(
    (group) => Number.parseInt(group, 16) || 0,
  );
}

function text(group: number): string {
  return group.toString(16);
}
