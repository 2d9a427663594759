import ipaddr from "ipaddr.js";
import { z } from "zod";

export type NetworkAddress = ReturnType<typeof ipaddr.parse>;
/** Addresses that begin alike: one of them and how many of its bits count. */
export type Network = readonly [NetworkAddress, number];

/** `[address]` or `[address]:port`, and `IPv4:port`: how sockets and proxies write an address with its port. */
const withPort = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * An address in any of its spellings: with a port, a zone, in upper case, IPv4 inside of IPv6 (mapped or translated,
 * RFC 4291 section 2.5.5, RFC 6052, RFC 6145), which is taken for the IPv4 that it is. Null for what is none.
 */
export function readAddress(text: string): NetworkAddress | null {
  const bare = text.trim().replace(withPort, "$1$2").replace(/%.*$/, "");
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  const address = ipaddr.parse(bare);
  const isIPv4Inside = ["ipv4Mapped", "rfc6145", "rfc6052"].includes(address.range());
  return isIPv4Inside ? ipaddr.fromByteArray(address.toByteArray().slice(-4)) : address;
}

/** An address, or a network written as address/bits. Null for what is neither. */
export function readNetwork(text: string): Network | null {
  const [written = "", bits, ...more] = text.split("/");
  const address = readAddress(written);
  if (!address || more.length > 0) return null;
  const most = address.toByteArray().length * 8;
  if (bits === undefined) return [address, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : null;
}

export const isIn = (address: NetworkAddress, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** IPv6 that routers of the internet know (RFC 4291 section 2.5.4, IANA: 2000::/3). */
const globalIPv6: Network = [ipaddr.parse("2000::"), 3];

/** An address of the internet: none that is private, this computer's, reserved, for documents, or for many at once. */
export const isPublic = (address: NetworkAddress | null): boolean =>
  address?.range() === "unicast" && (address.kind() === "ipv4" || isIn(address, globalIPv6));

/** An address of this computer. */
export const isLoopback = (address: NetworkAddress | null): boolean => address?.range() === "loopback";

/** What limits count: an IPv4 address, or the /64 of an IPv6 address, which one household or server owns whole. */
export function limitKey(address: NetworkAddress): string {
  const text = address.toNormalizedString();
  return address.kind() === "ipv4" ? text : `${text.split(":").slice(0, 4).join(":")}::/64`;
}

/** Addresses and networks separated by commas. */
export const networkList = z
  .string()
  .default("")
  .transform((list, ctx) =>
    list
      .split(",")
      .filter((one) => one.trim() !== "")
      .flatMap((one): Network[] => {
        const network = readNetwork(one);
        if (!network) ctx.addIssue({ code: "custom", message: `"${one.trim()}" is no address and no network` });
        return network ? [network] : [];
      }),
  );
