import type { FakePerson, Kind } from "./people.ts";

const names: Record<Kind, string> = { google: "Google", apple: "Apple" };

const safe = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "");

const page = (kind: Kind, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fake for ${names[kind]}</title>
<style>body{font:16px/1.5 sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit;text-align:left;cursor:pointer}small{display:block;color:#555}</style>
</head><body><main><h1>Fake for ${names[kind]}</h1>${body}</main></body></html>`;

const aside = (one: FakePerson): string => {
  const mail = one.email ? safe(one.email) : "e-mail withheld";
  const proven = one.email && one.verified !== true && one.verified !== "true" ? ", not verified" : "";
  return `${mail}${proven}${one.name === null ? ", name withheld" : ""}`;
};

export const choosePage = (kind: Kind, people: readonly FakePerson[]): string =>
  page(
    kind,
    `<p>Who signs in?</p><form method="post">
${people.map((one) => `<button name="person" value="${safe(one.sub)}">${safe(`${one.first} ${one.last}`)}<small>${aside(one)}</small></button>`).join("\n")}
<button name="choice" value="cancel">Cancel</button></form>`,
  );

export const consentPage = (kind: Kind, one: FakePerson, app: string): string =>
  page(
    kind,
    `<p>${safe(app)} wants to know your name and e-mail, ${safe(one.first)}.</p><form method="post">
<input type="hidden" name="person" value="${safe(one.sub)}">
<button name="choice" value="allow">Allow</button><button name="choice" value="deny">Deny</button></form>`,
  );
