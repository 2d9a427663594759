const longest = 2000;
// One slash, then printable ASCII without backslash: what no browser reads as another host.
const ownPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/**
 * The address to continue to after a sign-in: a path of this site, or the fallback. Refuses every form of another host
 * or scheme, also when it hides behind percent signs or dots.
 */
export function safeNext(raw: unknown, fallback: string): string {
  if (typeof raw !== "string" || raw.length > longest || !ownPath.test(raw)) return fallback;
  const base = "https://own.invalid";
  if (!URL.canParse(raw, base)) return fallback;
  const url = new URL(raw, base);
  if (url.origin !== base || hidesAnotherHost(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** True for a path of this site, as `safeNext` lets it through. */
export const isOwnPath = (path: string): boolean => safeNext(path, "") !== "";

function hidesAnotherHost(path: string): boolean {
  let seen = path;
  for (let round = 0; round < 3; round += 1) {
    if (/^[/\\]{2}/.test(seen) || seen.includes("\\") || /[\p{Cc}]/u.test(seen)) return true;
    try {
      seen = decodeURIComponent(seen);
    } catch {
      return true;
    }
  }
  return /^[/\\]{2}/.test(seen);
}
