import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback, isPublic, readAddress } from "#src/platform/network-address.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;
const resolveName: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** Where a message may go: the address of the endpoint, and the network addresses that were checked, at least one. */
export type Target = { url: URL; addresses: readonly string[] };

const wrong = (message: string) => invalid([{ path: "url", message }]);
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Checks an endpoint's address without the network. `local`: demo mode, which may send to itself. */
function readTarget(text: string, local: boolean): Outcome<URL> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["https:", "http:"].includes(url.protocol)) return wrong("Write an address that begins with https://.");
  if (url.username || url.password) return wrong("Write the address without a name and password.");
  if (text.length > 500) return wrong("Write at most 500 characters.");
  url.hash = "";
  const own = hostOf(url) === "localhost" || isLoopback(readAddress(hostOf(url)));
  if (url.protocol === "http:" && !(local && own))
    return wrong(local ? "Use https, or http to this computer." : "Use https: what is sent is nobody else's.");
  return done(url);
}

/**
 * Finds the network addresses to connect to. Every address of the name must be a public one (SSRF): a name that leads
 * into the operator's own network is refused, whatever else it leads to. Plain http leads to this computer alone.
 */
export async function findTarget(
  text: string,
  local: boolean,
  resolve: Resolve = resolveName,
): Promise<Outcome<Target>> {
  const read = readTarget(text, local);
  if (!read.ok) return read;
  const url = read.value;
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (found.length === 0) return wrong("This host name is not known.");
  const allowed = url.protocol === "http:" ? isLoopback : isPublic;
  if (!found.every((one) => allowed(readAddress(one))))
    return wrong("This leads to a private network. Use an address that can be reached from the internet.");
  return done({ url, addresses: found });
}
