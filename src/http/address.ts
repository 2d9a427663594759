import type { Config } from "#src/config.ts";

/**
 * The address that limits count: the socket's, or, behind trusted proxies, the last one in X-Forwarded-For that is
 * not a trusted proxy (read right to left, RFC 7239 section 8.1). IPv6 is cut to its /64.
 */
export function callerAddress(socket: string | undefined, forwarded: string | null, config: Config): string {
  const trusted = new Set(config.trustedProxies);
  let address = plain(socket ?? "");
  if (!trusted.has(address) || !forwarded) return group(address);
  for (const hop of forwarded.split(",").reverse()) {
    address = plain(hop.trim());
    if (!trusted.has(address)) break;
  }
  return group(address);
}

const plain = (address: string): string => address.replace(/^::ffff:/, "").replace(/%.*$/, "");

function group(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
