import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const sources = globSync("{src,scripts,tests,bench,fakes}/**/*.{ts,tsx}", {
  exclude: (path) => path.includes("node_modules"),
});
const read = (file: string) => readFileSync(file, "utf8");

/** Each call of `name` in a text, up to its closing parenthesis. */
const callsOf = (text: string, name: string): string[] =>
  text
    .split(`${name}(`)
    .slice(1)
    .map((rest) => {
      let [open, at] = [1, 0];
      for (; open > 0 && at < rest.length; at += 1) open += rest[at] === "(" ? 1 : rest[at] === ")" ? -1 : 0;
      return `${name}(${rest.slice(0, at)}`;
    });

/** Tables of data: long because the world is. */
const dataTables = [
  "src/shared/honest-use/words.ts",
  "src/modules/admin/settings/rows.ts",
  "src/modules/notifications/domain/kinds.ts",
  "src/modules/pricing/domain/default-table.ts",
  "src/shared/countries.ts",
  "tests/handlers/routes-by-role.db.test.ts",
];

describe("the code keeps the project's rules", () => {
  test("no file is longer than 300 lines, tables of data excepted", () => {
    const long = sources.filter((f) => !dataTables.includes(f) && read(f).split("\n").length > 301);
    expect(long).toEqual([]);
  });

  test("a page's style sheet changes a class of the type sheet only inside a place of its own", () => {
    const bare = /^ *\.([a-z0-9-]+)(?= \{$|,$)/gm;
    const classesIn = (file: string) => [...read(file).matchAll(bare)].map(([, name = ""]) => name);
    const typed = new Set(classesIn("src/ui/styles/type.css"));
    expect(typed.has("page-text")).toBe(true);
    const sheets = globSync("src/ui/styles/pages/*.css");
    expect(
      sheets.flatMap((file) => classesIn(file).flatMap((name) => (typed.has(name) ? [`${file}: ${name}`] : []))),
    ).toEqual([]);
  });

  test("a style that depends on what something holds names what it is for", () => {
    // `body:has(.a) > :last-child` has a browser compute every element of the page again whenever a class changes.
    const withoutBrackets = (selector: string): string => {
      const less = selector.replace(/(?<!:is)\([^()]*\)/g, "");
      return less === selector ? less : withoutBrackets(less);
    };
    const forAnything = (line: string) => /(^|[ >+~])(\*|(::?[a-z-]+)+)+[{,]?$/.test(withoutBrackets(line).trim());
    const held = /^ *[^@/*\n][^\n{]*:has\([^\n]*$/gm;
    const lines = globSync("src/**/*.css").flatMap((file) =>
      [...read(file).matchAll(held)].map(([line]) => `${file}: ${line.trim().replace(/ ?[{,]$/, "")}`),
    );
    expect(lines.length).toBeGreaterThan(20);
    expect(forAnything("body:has(.chat-btn) .pricebar > :last-child")).toBe(true);
    expect(lines.filter((line) => forAnything(line))).toEqual([]);
  });

  test("nothing unfinished, skipped, silenced or slept through", () => {
    const secrets = [
      /\b(TODO|FIXME|HACK)\b/,
      /\b(it|test|describe)\.(skip|only|todo|fixme)\b/,
      /@ts-(ignore|expect-error|nocheck)/,
      /biome-ignore/,
      /waitForTimeout/,
      /vi\.(mock|doMock|resetModules|stubEnv)\(/,
    ];
    const found = sources
      .filter((f) => !f.endsWith("project-rules.test.ts"))
      .flatMap((f) => secrets.filter((w) => w.test(read(f))).map((w) => `${f}: ${w}`));
    expect(found).toEqual([]);
  });

  test("no test judges a duration, unless it divides it by another one of the same run", () => {
    const judged =
      /expect\((?![^\n]*\/)[^\n]*(performance\.now\(\)|Ms\b|Seconds\b|\b(ms|seconds|took|elapsed|times|duration)\b)[^\n]*\)\.toBeLess/;
    // A thousand or more that says of nothing how long its text is: milliseconds, whatever they are called.
    const bare = /^(?!.*(?:[lL]ength\b|\/)).*\.toBeLess\w*\(\d{1,2}_?\d{3}\)/m;
    const found = sources.filter(
      (f) => /\.(test|journey)\.tsx?$/.test(f) && [judged, bare].some((one) => one.test(read(f))),
    );
    expect(found).toEqual([]);
  });

  test("what a test waits for has more time than a second", () => {
    const withTime = /\btimeout: |,\s*(?:\w*Ms|\d[\d_]{4,}),?\s*\)$/;
    const bare = (text: string) => callsOf(text, "vi.waitFor").filter((call) => !withTime.test(call));
    const short = "vi.waitFor(() => expect(one(2)).toBe(1))";
    expect(bare(`await ${short}; await vi.waitFor(two, 60_000);`)).toEqual([short]);
    expect(
      sources
        .filter((f) => !f.endsWith("project-rules.test.ts"))
        .flatMap((f) => bare(read(f)).map((c) => `${f}: ${c}`)),
    ).toEqual([]);
  });

  test("the time after which a hanging test is ended stands in one place", () => {
    const own = /^\}, (\{ timeout: )?[\d_]{4,}( \})?\);|^\s*(test|it)\b[^\n]*\{ timeout: [\d_]+ \}/m;
    expect(["}, 30_000);", 'test("one", { timeout: 60_000 }, () => {'].every((text) => own.test(text))).toBe(true);
    expect(sources.filter((f) => /\.test\.tsx?$/.test(f) && own.test(read(f)))).toEqual([]);
  });

  test("every posted form says whose page it stands on", () => {
    const own = ["src/ui/form.tsx", "src/public-pages/react-router.tsx"];
    /** The theme is the browser's, not the account's; a view is ended by its own session. */
    const ofTheBrowser = ["src/modules/accounts/impersonation/banner.tsx", "src/ui/theme.tsx"];
    const screens = globSync("src/**/*.tsx")
      .filter((f) => !own.includes(f))
      .sort();
    const routers = screens.filter((f) => /import \{[^}]*\bForm\b[^}]*\} from "react-router"/.test(read(f)));
    const bare = screens.filter((f) =>
      [...read(f).matchAll(/<form\b[\s\S]*?<\/form>/g)].some(
        ([form]) => /method="post"/.test(form) && !/[Ff]ormOwner/.test(form),
      ),
    );
    expect({ routers, bare }).toEqual({ routers: [], bare: ofTheBrowser });
  });

  test("what an id looks like stands once", () => {
    const uuid = /\{8\}\)?-?\(?(\?:)?-?\[0-9a-f\]\{4\}/;
    const found = globSync("src/**/*.{ts,tsx}").filter((f) => uuid.test(read(f)));
    // The second one cuts the path of a stored file out of its key.
    expect(found.sort()).toEqual(["src/adapters/storage/disk/open-disk.ts", "src/shared/id.ts"]);
  });

  test("a minute, an hour and a day have one name each, and a share in percent is counted in one place", () => {
    // Pixels of a picture, bytes of a disk, a rate of errors, and a second way to count that another one is checked with.
    const others = [
      ...["files/clean/samples/images.ts", "files/storing/storage-full.ts", "checker/domain/card.ts"],
      ...["pricing/domain/plain-total.testing.ts", "shared/units.ts"],
    ];
    const byHand = [
      /(?<!max-age=)\b(?:86_?400_?000|3_?600_?000|60_?000|86_?400)\b|\b24 \* (?:60|hourMs)\b/,
      /Math\.\w+\(.*(?:\* 1000?\) \/|\/ \w+\) \* 100\b|\w\) \/ 100\)|\(100 \* .*\) \/)/,
    ];
    const found = globSync("src/**/*.{ts,tsx}").filter(
      (f) => !/\.test\./.test(f) && !others.some((end) => f.endsWith(end)) && byHand.some((one) => one.test(read(f))),
    );
    expect(found).toEqual(["src/shared/money.ts"]);
  });

  test("dates have one format: src/shared/zone.ts writes them, and clients choose them in our own calendar", () => {
    const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file));
    const found = (shape: RegExp) => files.filter((file) => shape.test(read(file))).sort();
    // Dates that a client may have typed into a point, and a weekday alone.
    const others = ["src/modules/orders/domain/checklist.ts", "src/modules/payments/domain/payouts.ts"];
    expect(found(/Intl\.DateTimeFormat\b(?!\(\)\.resolvedOptions)|toLocale(?:Date|Time)String/)).toEqual([
      ...others,
      "src/shared/zone.ts",
    ]);
    const staff = /^src\/modules\/(admin|writing|pricing\/editor|payments\/codes)\//;
    expect(found(/type="(?:date|time|datetime-local)"/).filter((file) => !staff.test(file))).toEqual([]);
  });

  test("percents are spelled in one way: 50%", () => {
    const apart = /^(?! *(?:\/?\*|\/\/)).*[\d}](?: |\u00a0|\\u00a0)%(?! \(|[\d\w(]| \w+[);,]| \d)/m;
    expect(['say("50 %");', "`$" + "{part} % of it`", "a % 7", "i % size;"].map((line) => apart.test(line))).toEqual([
      ...[true, true, false, false],
    ]);
    const found = globSync("src/**/*.{ts,tsx}").filter((f) => !/\.test\./.test(f) && apart.test(read(f)));
    expect(found).toEqual([]);
  });

  test("a comment names only sources that can be found: a page of docs/, a standard", () => {
    const elsewhere =
      /^(?!.*(?:RFC|NIST|WCAG|HTML|[Aa]ct)).*\b(?:[Dd]ecisions? [1-9]|[Ss]ecurity (?:[A-Z]\d|\d)|[Ss]ection \d|[Ss]pecification section)/m;
    const lines = ["(decisions 4)", "security B5", "specification section 3", "RFC 9110 section 14", "decisions/0004"];
    expect(lines.map((line) => elsewhere.test(line))).toEqual([true, true, true, false, false]);
    expect(sources.filter((f) => !f.startsWith("tests/rules/") && elsewhere.test(read(f)))).toEqual([]);
  });

  test("parts that come later outlive a line that breaks", () => {
    const bare = globSync("src/**/*.{ts,tsx}").filter((f) => /import [^;]*\blazy\b[^;]*from "react";/.test(read(f)));
    expect(bare).toEqual(["src/ui/late-part.ts"]);
  });

  test("an answer that breaks off while it is read fails as one that never came", () => {
    // `fetch(...).catch(...)` catches what fails before the headers; reading the body may still fail after it.
    const readOutside = /await fetch\([^;]*\.catch\([^;]*;(?:(?!\n\}\n)[\s\S])*?await \w+\.(?:json|text)\(\)/;
    const shown = "const a = await fetch(x).catch(() => null);\n  return a?.ok ? await a.json() : null;";
    expect(readOutside.test(shown)).toBe(true);
    const inBrowser = sources.filter((file) => file.startsWith("src/") && !/\.server\.|test/.test(file));
    expect(inBrowser.filter((file) => readOutside.test(read(file)))).toEqual([]);
  });

  test("only config.ts and command-line files read the environment", () => {
    const readers = globSync("src/**/*.{ts,tsx}").filter(
      (f) => !f.includes(".test.") && /process\.env\b/.test(read(f)),
    );
    expect(readers).toEqual(["src/config.ts"]);
  });

  test("what a server keeps in a module is the same for every database and every site", () => {
    // Other state belongs to a WeakMap of its Runtime or Database: files of tests share a process, and their state.
    const madeOnce = [
      ...["admin/settings/catalogue", "checker/worker", "files/clean/pdf/open-pdfium"],
      ...["files/domain/text-facts", "accounts/sign-in/refused-password", "accounts/queries/signs-of-people"],
      "operator/pages/pages",
    ].map((file) => `src/modules/${file}.ts`);
    const byContentOrNewId = [
      ...[
        "api/openapi",
        "pricing/queries/load-pricing",
        "checker/checking/check-text",
        "files/storing/leases",
        "files/queries/file-to-send",
      ],
      ...["chat/messages/topics"],
    ].map((file) => `src/modules/${file}.ts`);
    const below = [
      ...["platform/ids", "platform/mail/mail-text", "platform/settings", "shared/zone"],
      ...["shared/honest-use/phrases", "shared/characters", "platform/command", "platform/secret"],
    ].map((file) => `src/${file}.ts`);
    const fonts = ["fonts", "other-faces", "shaped-font"].map((file) => `src/platform/documents/${file}.ts`);
    const ofTheBrowser = [
      ...["src/modules/chat/panel/browser.ts", "src/modules/files/upload/browser-lists.ts"],
      ...["src/modules/notifications/live/store.ts", "src/public-pages/hydrate-page.tsx"],
    ];
    const state = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = (?:\[\]|\{\}|new (?:Map|Set)(?:<.*>)?\(\)))/m;
    expect(
      ["let a = 1;", "const a: B = new Map<C, D>();", "export const a = [];"].every((line) => state.test(line)),
    ).toBe(true);
    expect(
      ["const a = new WeakMap<B, C>();", "const a = new Set(b);", "  let a = 1;"].some((line) => state.test(line)),
    ).toBe(false);
    const found = globSync(
      "src/{config,composition,http,modules,platform,shared,adapters,backup,public-pages}/**/*.{ts,tsx}",
    ).filter((f) => !/\.test\.|\.testing\.|\/screens\//.test(f) && state.test(read(f)));
    expect(found.sort()).toEqual([...madeOnce, ...byContentOrNewId, ...below, ...fonts, ...ofTheBrowser].sort());
  });

  test("every version is exact", () => {
    const pkg = JSON.parse(read("package.json"));
    const versions = Object.entries({ ...pkg.dependencies, ...pkg.devDependencies, ...pkg.optionalDependencies });
    expect(versions.filter(([, v]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(v)))).toEqual([]);
  });

  test("the lock file names no registry", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/);
  });
});

describe("the documents are true", () => {
  test("every path in the map exists, and every module has a line and a README", () => {
    const map = read("docs/map.md");
    const paths = [
      ...map.matchAll(/`((?:src|docs|tests|migrations|models\/|public\/|fakes|bench|scripts)[\w./-]*)`/g),
    ].map((m) => m[1] ?? "");
    expect(paths.filter((p) => !existsSync(p))).toEqual([]);
    for (const folder of globSync("tests/*")) expect(map).toContain(`\`${folder}/\``);
    for (const folder of globSync("src/modules/*")) {
      expect(map).toContain(`\`${folder}/\``);
      expect(existsSync(`${folder}/README.md`), `${folder}/README.md`).toBe(true);
    }
  });

  test("what a first reader must know of a folder fits on the first screen of its README", () => {
    const readmes = globSync("src/**/README.md");
    expect(readmes).toContain("src/modules/orders/README.md");
    const rows = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 125)), 0);
    expect(readmes.filter((file) => rows(read(file)) > 45)).toEqual([]);
  });

  test("the printed pages are what the code says", async () => {
    const { pages } = await import("../../scripts/print-docs.ts");
    for (const [file, print] of Object.entries(pages))
      expect(read(file), `${file}: run npm run docs`).toBe(await print());
  });
});
