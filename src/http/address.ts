import type { Config } from "#src/config.ts";
import { isIn, limitKey, type NetworkAddress, readAddress } from "#src/platform/network-address.ts";

/**
 * The address that limits count: the socket's, or, behind trusted proxies, the last one in X-Forwarded-For that is
 * not a trusted proxy (read right to left, RFC 7239 section 8.1). What is no address ends the reading: then it is the
 * proxy that wrote it. IPv6 is cut to its /64; "" when there is no socket.
 */
export function callerAddress(socket: string | undefined, forwarded: string | null, config: Config): string {
  const sender = readAddress(socket ?? "");
  if (!sender) return "";
  let address = sender;
  const isTrusted = (one: NetworkAddress) => config.trustedProxies.some((network) => isIn(one, network));
  for (const hop of forwarded?.split(",").reverse() ?? []) {
    const before: NetworkAddress | null = isTrusted(address) ? readAddress(hop) : null;
    if (!before) break;
    address = before;
  }
  return limitKey(address);
}
