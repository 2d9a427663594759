import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What no text of a person may reach, and what protects nothing: named by the code itself, with the few places that may.

const isProduct = (file: string) => !/\.(test|testing|contract|test-support)\.tsx?$/.test(file);
const sources = globSync("src/**/*.{ts,tsx}").filter(isProduct).sort();
const read = (file: string) => readFileSync(file, "utf8");

type Rule = { readonly name: string; readonly find: RegExp; readonly example: string; readonly in: readonly string[] };
const rules: readonly Rule[] = [
  {
    name: "a text becomes markup",
    find: /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc=|createContextualFragment/,
    example: "node.innerHTML = name",
    in: [],
  },
  {
    name: "a text becomes a program",
    find: /\beval\(|\bnew Function\(|set(?:Timeout|Interval)\(\s*["'`]|\bvm\.run/,
    example: "eval(formula)",
    in: [],
  },
  {
    // Programs of the database server and our own backup command are started with a list of arguments, without a shell.
    name: "another program is started",
    find: /from "node:child_process"/,
    example: 'import { spawn } from "node:child_process"',
    in: [
      "src/backup/run-command.ts",
      ...["identity", "initialise", "pid-file", "run"].map((name) => `src/platform/database/embedded/${name}.ts`),
    ],
  },
  { name: "a shell", find: /\bshell: |\bexecSync\(|\/bin\/sh/, example: "execSync(command)", in: [] },
  {
    // Names of columns and savepoints and limits that the code holds, and how far the ledger is summed; other values are
    // parameters.
    name: "a statement without parameters",
    find: /\bsql\.raw\(/,
    example: "sql.raw(name)",
    in: [
      "src/modules/orders/queries/admin-watches.ts",
      ...["kept-sums", "ledger-sums"].map((name) => `src/modules/payments/settling/${name}.ts`),
      "src/platform/database/database.ts",
      "src/platform/database/pipeline/insert-rows.ts",
      "src/platform/database/plain-transaction.ts",
      "src/platform/outgoing-hold.ts",
    ],
  },
  {
    // Waits are spread by it; what must not be guessed comes from node:crypto.
    name: "a number that can be guessed",
    find: /Math\.random/,
    example: "const token = Math.random()",
    in: [
      "src/http/live.ts",
      "src/modules/chat/panel/browser.ts",
      "src/modules/files/upload/browser-lists.ts",
      "src/modules/files/upload/upload-task.ts",
      "src/platform/command.ts",
      "src/ui/live/follow.ts",
    ],
  },
  {
    // Codes of authenticator apps are HMAC-SHA-1 (RFC 6238), which is not broken. The checksum of a piece of an upload,
    // which its sender chooses (tus 1.0), finds damage and keeps nobody out.
    name: "a broken hash",
    find: /["'](?:md5|sha1|rsa-sha1)["']/i,
    example: 'createHash("md5")',
    in: ["src/modules/accounts/factors/codes.ts", "src/modules/files/tus/protocol.ts"],
  },
  {
    name: "a cipher",
    find: /\bcreate(?:Cipher|Decipher)/,
    example: 'createCipheriv("aes-128-ecb", key, null)',
    in: ["src/platform/secret.ts"],
  },
  {
    name: "a certificate that is not checked, or an old TLS",
    find: /rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT|minVersion|secureProtocol|allowInsecure(?!Requests)/,
    example: "rejectUnauthorized: false",
    in: [],
  },
  {
    name: "a message between windows of any site",
    find: /(?:window|parent|opener|top)\??\.postMessage\(/,
    example: "opener?.postMessage(token)",
    // The calculator that other sites frame says how high it is.
    in: ["src/modules/api/embed/embed.ts"],
  },
  {
    name: "an answer for pages of other sites",
    find: /access-control-allow/i,
    example: "access-control-allow-origin",
    // Of listed sites, for quotes alone, never with a key or cookies.
    in: ["src/http/guard.ts"],
  },
];

test.each(rules)("$name: only where it is known", ({ find, example, in: places }) => {
  expect(find.test(example)).toBe(true);
  expect(sources.filter((file) => find.test(read(file)))).toEqual(places);
});

test("what the server fetches does not follow where it is sent", () => {
  const servers = sources.filter((file) => /\bfetch\(/.test(read(file)) && /^src\/(?:adapters|platform)\//.test(file));
  expect(servers).toEqual(["src/adapters/payments/paypal/client.ts", "src/platform/observing/error-reports.ts"]);
  for (const file of servers) expect(read(file), file).toMatch(/redirect: "error"/);
});
