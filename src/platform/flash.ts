import { redirect } from "react-router";

/** The cookie that carries what was done from a form to the page that says so. */
const name = "flash";
const seconds = 60;

const named = /(?:^|;\s*)flash=([^;]*)/;
const pathOf = (address: string): string => new URL(address, "http://own.invalid").pathname.replace(/\.data$/, "");
const cookie = (value: string, age: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}`;

/**
 * 303 to a page of ours that says once what was done: the address stays clean, a reload says nothing. `flash` is a
 * word of [a-z0-9-] that the page has a sentence for; anybody can send one, so pages show their own sentences alone.
 */
export function redirectWithFlash(to: string, flash: string, headers = new Headers()): Response {
  headers.append("set-cookie", cookie(encodeURIComponent(`${flash} ${pathOf(to)}`), seconds));
  return redirect(to, { status: 303, headers });
}

/** What was done just before this page was asked for; "" when nothing was, or when it was meant for another page. */
export function flashOf(request: Request): string {
  const [flash = "", path] = decoded(carried(request)).split(" ");
  return path === pathOf(request.url) ? flash : "";
}

const carried = ({ headers }: Request): string => named.exec(headers.get("cookie") ?? "")?.[1] ?? "";

/**
 * The cookie that ends a flash, two seconds after the page that had it: a page that is read anew at that moment (live
 * updates) does not take it from the one that a person sees. Null for every other request.
 */
export const endOfFlash = (request: Request): string | null =>
  request.method === "GET" && flashOf(request) !== "" ? cookie(carried(request), 2) : null;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
