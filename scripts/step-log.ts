// What a step printed: how many tests it ran, its slowest files, and what failed.

/** Where each tool begins to say what failed: Vitest, Playwright, the benchmarks. All of them say it last. */
const beginnings = [/^⎯+ (Failed|Unhandled)/, /^ {2}1\) /, /^what failed:$/];
const most = 120;

/** What a step printed about its failures, at most 120 lines; of a tool without such a part, its last lines. */
export function whatFailed(printed: string, log: string): string {
  const lines = printed.split("\n");
  const at = lines.findIndex((line) => beginnings.some((beginning) => beginning.test(line)));
  const failures = at < 0 ? lines.slice(-most / 3) : lines.slice(at);
  if (failures.length <= most) return failures.join("\n");
  return [...failures.slice(0, most), `(${failures.length - most} more lines in ${log})`].join("\n");
}

/** The number of tests that passed or failed, by the closing lines of Vitest or Playwright; 0 for other tools. */
export function testsIn(printed: string): number {
  const closing = printed.split("\n").filter((line) => /^\s*(Tests )?\s*\d+ (passed|failed)/.test(line));
  return closing
    .flatMap((line) => [...line.matchAll(/(\d+) (?:passed|failed)/g)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Vitest's line of a file and Playwright's line of a test. */
const timed = [
  /(?<file>\S+\.test\.tsx?) \(.*\) *(?<time>\d+) ?ms$/,
  /(?<file>\S+\.journey\.ts):\d+:\d+ › .* \((?<time>[\d.]+)(?<unit>ms|s|m)\)$/,
];
const inSeconds = { ms: 0.001, s: 1, m: 60 } as const;

/** The slowest ten files of a step with their seconds, slowest first. */
export function slowestFiles(printed: string): [file: string, seconds: number][] {
  const spent = new Map<string, number>();
  for (const line of printed.split("\n"))
    for (const { groups } of timed.map((one) => one.exec(line.trimEnd())).filter((match) => match !== null)) {
      const { file = "", time = "0", unit = "ms" } = groups ?? {};
      const seconds = Number(time) * inSeconds[unit as keyof typeof inSeconds];
      spent.set(file, (spent.get(file) ?? 0) + seconds);
    }
  return [...spent].sort(([, a], [, b]) => b - a).slice(0, 10);
}
