import { themeCookie } from "#src/modules/accounts/sessions/cookies.ts";
import { figures } from "#src/shared/counted.ts";
import { readConfig } from "../../../src/config.ts";
import { bodyRule } from "../../../src/http/body/limits.ts";
import { pagePolicy, setHeaders } from "../../../src/http/headers.ts";
import { openCookies } from "../../../src/modules/accounts/sessions/cookies.ts";
import { limits } from "../../../src/modules/accounts/sign-in/limits.ts";
import { redirectWithFlash } from "../../../src/platform/flash.ts";
import { type KeptBudget, keptBudgets, requestBudgets } from "../../../src/platform/guest-budgets.ts";
import { dataClasses, keysInCode, keyUses } from "./data-classes.ts";
import { installScripts, packagesPart, services, signInPart } from "./policies.ts";
import { countOf, type Requirement, readChapters } from "./requirements.ts";

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))]
    .map((row) => (row[0] === "---" ? `|${row.join("|")}|` : `| ${row.join(" | ")} |`))
    .join("\n");

function shop() {
  const read = readConfig("/", { BASE_URL: "https://shop.example" });
  if (!read.ok) throw new Error(read.errors.join());
  return read.config;
}

function headersPart(): string {
  const config = shop();
  const headers = new Headers();
  setHeaders(headers, config);
  const page = pagePolicy({ nonce: "…" }, config, false, [
    "(pages of the payment and sign-in providers that are set up)",
  ]);
  const rows = [...headers].map(([name, value]) => [`\`${name}\``, value]);
  return `## Headers

Every answer, errors, redirects and files too. Pages have a policy of their own: a new nonce on rendered pages, hashes on
pages kept as bytes. Style sheets, scripts and fonts go without those that concern documents.

${table(["header", "value"], [...rows, ["`content-security-policy` of a page", page]])}
`;
}

const cookieUses = {
  session: "who is signed in; a client's longest, others' sessions end on the server",
  device: "this browser signed in before",
  link: "a one-time link on its way to its button",
  step: "a sign-in that waits for its second step",
  challenge: "what a passkey signs",
  start: "a browser that waits for the code of a letter",
  attempt: "the browser that went to a sign-in provider",
} as const;

function cookiesPart(): string {
  const jar = openCookies(true);
  const written = (Object.keys(cookieUses) as (keyof typeof cookieUses)[]).map(
    (name) => [jar[name]("x"), cookieUses[name]] as const,
  );
  const flash = redirectWithFlash("/", "saved").headers.getSetCookie()[0] ?? "";
  const all = [
    ...written,
    [flash, "what was done, for the next page; a word, no secret"] as const,
    [themeCookie("dark", shop()), "light or dark; scripts read it, no secret"] as const,
  ];
  const rows = all.map(([cookie, use]) => {
    const [pair = "", ...flags] = cookie.split("; ");
    const age = flags.find((flag) => flag.startsWith("Max-Age="))?.slice("Max-Age=".length);
    const others = flags.filter((flag) => !flag.startsWith("Max-Age="));
    return [
      `\`${pair.split("=")[0]}\``,
      use,
      others.join(", "),
      age ? `${figures(Number(age))} s` : "until the browser closes",
    ];
  });
  return `## Cookies

As a shop on https sets them; on a loopback address over http they have no prefix and no Secure. None has a Domain.

${table(["cookie", "for", "flags", "life"], rows)}
`;
}

const span = (seconds: number): string =>
  seconds % 86_400 === 0
    ? `${seconds / 86_400} d`
    : seconds % 3_600 === 0
      ? `${seconds / 3_600} h`
      : `${seconds / 60} min`;

function limitsPart(): string {
  const kept = Object.entries<KeptBudget>({ ...keptBudgets, ...limits }).map(([, one]) => one);
  const byName = new Map(kept.map((one) => [one.name, one]));
  const bodies = [
    ...[
      "/login",
      "/dashboard/orders/1",
      "/order",
      "/aichecker",
      "/api/quotes",
      "/api/checks",
      "/webhooks/stripe",
      "/csp-report",
    ],
  ].map((path) => [`\`${path}\``, `${(bodyRule(path)?.most ?? 0) / 1024} kB`]);
  return `## Limits

Who is over a limit is answered 429 with Retry-After and words; others are not slowed down. A network is an IPv4 address or
the /64 of an IPv6 address, read through trusted proxies alone. \`LIMITS_FACTOR\` multiplies them for load tests. Sizes of
files, uploads at once and what an account may hold are in [settings](settings.md).

Requests of a network in a minute, counted in each process before a body is read:

${table(
  ["what", "most"],
  requestBudgets.map(({ what, perMinute, everybody }) => [
    `${what}${everybody ? " (signed in, too)" : ""}`,
    String(perMinute),
  ]),
)}

What costs most or leaves something behind, counted in the database for all processes:

${table(
  ["what", "most", "in"],
  [...byName.values()].map(({ name, most, seconds }) => [name, String(most), span(seconds)]),
)}

The largest body, inflated:

${table(["address", "most"], bodies)}

What costs most to do, and its bound in a process: hashing a password (2 at once, 64 wait), reading a file of somebody (worker
threads, one owner's files one after the other), checking a text (2 workers, a queue with turns), PDFs of quotes (120 an hour
and network), exports, search (by index, page by page).
`;
}

const keysPart = (): string => `## Keys and algorithms

Everything is of Node's OpenSSL (\`node:crypto\`) or of the libraries jose, openid-client and @simplewebauthn/server; nothing
is of our own making. SECRET has 256 random bits, made at the first start into a file that only the product reads, or
given. Of it one key a purpose is made (HKDF-SHA-256), so that no key serves two uses.

${table(
  ["key", "use", "made in"],
  [...keysInCode()].sort().map(([name, file]) => [name, keyUses[name] ?? "?", `\`${file}\``]),
)}

| other | algorithm |
|---|---|
| passwords | argon2id, 19 MiB, t = 2, p = 1, salt of 128 bits |
| sessions, links, keys of programs | 256 or more random bits; SHA-256 or HMAC-SHA-256 of them is kept |
| codes of authenticator apps | HMAC-SHA-1 as RFC 6238 has it, seeds of 160 bits, each step once |
| id tokens | RS256 or ES256 with keys of the provider that is set up |
| files | SHA-256 after the last byte and in each backup |
| backups | with BACKUP_KEY: the age format, X25519 and ChaCha20-Poly1305, part by part |
| the audit | SHA-256 over the entry and the hash before it |

Made: by the system's random numbers. Kept: SECRET apart from backups that leave the machine where it is given as a variable;
keys of providers as variables. Changed: keys of payment providers and of webhooks overlap, old and new; the keys of sign-in
providers are theirs. SECRET itself: \`npm run secret:rotate\` seals everything anew
with another one; a start with another one is refused without it, because nothing sealed would open. When it was read by
somebody who may also have a copy of the database: rotate it, end all sessions, change every key of a provider, and have
people set up their factors anew. Revoked: sessions, keys of programs and endpoints by a press.
`;

const classesPart = (): string => `## Classes of data

Each table stands in the highest class of its columns. \`src/modules/privacy/data-inventory.ts\` is what a download holds and a
deletion takes out; backups hold all of it ([operating](operating.md)). Addresses of the network are gone from logs when the
operator's logs are; mails are emptied after 30 days and gone after 180, questions of guests after a year, uploads that
nobody used after a day, events and the log of webhooks after 30 days.

${dataClasses
  .map(
    ({ name, what, rule, tables }) =>
      `**${name}**: ${what}. ${rule[0]?.toUpperCase()}${rule.slice(1)}. Tables: ${Object.entries(tables)
        .map(([schema, names]) => `${schema}: ${names.split(" ").join(", ")}`)
        .join("; ")}.`,
  )
  .join("\n\n")}
`;

const servicesPart = (): string => `## Services outside

Only those whose variables are set are asked, at their configured addresses; no redirect is followed. Webhooks of programs go
to addresses that an admin chose, never into a private network. Nothing is fetched from another site by a page.

${table(
  ["service", "variables", "gets", "while it is away"],
  services.map(({ name, variables, gets, away }) => [
    name,
    variables.map((one) => `\`${one}${one.endsWith("_") ? "…" : ""}\``).join(", "),
    gets,
    away,
  ]),
)}
`;

const logsPart = `## Logs

JSON lines on standard output, in UTC with milliseconds: requests with id, route, status, time and the viewer's id; refusals of
commands with their reason; sign-ins that failed and limits that were reached, with a keyed hash of the address; failures with
their place; jobs. Never what is named in [operating](operating.md#what-is-in-the-log). The operator keeps them, for as long as the
terms say. What people and admins did stands in the audit of the database: numbered, chained by hashes, only added to,
checked by \`npm run audit:verify\` and shown at \`/admin/audit\`.
`;

const proofOf = ({ proof }: Requirement): string => {
  if (proof.kind === "test") return `\`${proof.file}\`: ${proof.title.replace(/[<>]/g, "")}`;
  if (proof.kind === "says") return `[${proof.text}](#${proof.text.toLowerCase().replaceAll(" ", "-")})`;
  if (proof.kind === "page") return `[${proof.text}](${proof.text.replace("docs/", "")})`;
  return proof.kind === "none" ? `does not apply: ${proof.text}` : `**open**: ${proof.text}`;
};

export function securityPage(): string {
  const chapters = readChapters();
  const all = countOf(chapters, "test", "says", "page", "none", "open");
  return `# Security

Printed by \`npm run docs\` from the code and from \`scripts/docs/security/\`. How to report a hole: [SECURITY.md](../SECURITY.md).

OWASP ASVS 5.0, levels 1 and 2: ${all} requirements. ${countOf(chapters, "test")} name a test, ${countOf(chapters, "says", "page")} ask for
a document and have it, ${countOf(chapters, "none")} do not apply, **${countOf(chapters, "open")} are open**. The words are ours, shorter than the standard's. A test of
the build fails when an id is missing or stands twice, or when a test or page that is named here does not exist.

${headersPart()}
${cookiesPart()}
${limitsPart()}
${signInPart()}
${keysPart()}
${classesPart()}
${servicesPart()}
${packagesPart}
${table(
  ["may run a script at its installation", "which does"],
  Object.entries(installScripts).map(([name, does]) => [`\`${name}\``, does]),
)}

npm's own list in \`package.json\` (\`allowScripts\`) names them without versions, because it can hold no version of a lock without
addresses; the test above does. None is needed: after \`npm ci --ignore-scripts\` the start makes the links itself.

${logsPart}
## Requirements

${chapters
  .map(
    ({ name, rows }) =>
      `### ${name}\n\n${table(
        ["id", "what", "proof"],
        rows.map((row) => [row.id, row.what, proofOf(row)]),
      )}`,
  )
  .join("\n\n")}
`;
}
