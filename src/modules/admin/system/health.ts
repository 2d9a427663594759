import { sizeLabel } from "#src/modules/files/index.ts";
import type { ClockJump } from "#src/platform/clock-watch.ts";
import { andList, counted, countLabel } from "#src/shared/counted.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import type { Answer } from "../setup/setup-step.ts";

/** What was measured; times in milliseconds, sizes in bytes. */
export type HealthFacts = {
  database: { version: string; bytes: number; connections: number; most: number; ms: number };
  /** Of the folder with the data; null: no such folder. */
  disk: { free: number; whole: number; fullInDays: number | null } | null;
  /** `ms` null: no answer. */
  files: { place: string; ms: number | null };
  mail: {
    kind: "smtp" | "mailbox" | "none";
    host: string;
    sentAt: Date | null;
    /** Counted up to `mostWaiting` + 1. */
    waiting: number;
    /** When the first one that waits was due. */
    dueSince: Date | null;
  };
  providers: readonly { name: string; lastEvent: Date | null; answer: Answer | null }[];
  clock: { driftMs: number; jump: ClockJump | null };
};

export type HealthState = "works" | "attention" | "failed";
export type HealthRow = { name: string; state: HealthState; label: string; note: string; figure: string };

/** E-mails that wait, and timers that are due later, are counted so far. */
export const mostWaiting = 1_000;
export const mostLater = 10_000;
const limits = { connections: 0.8, disk: 0.8, fullDays: 42, lateMs: 5 * minuteMs, driftMs: 5_000 };

const works = { state: "works", label: "Works" } as const;
const attention = (label: string) => ({ state: "attention", label }) as const;
const failed = (label: string) => ({ state: "failed", label }) as const;

function databaseRow({ version, bytes, connections, most, ms }: HealthFacts["database"]): HealthRow {
  const crowded = connections >= most * limits.connections;
  return {
    name: "Database",
    ...(crowded ? attention("Nearly full") : works),
    note: `PostgreSQL ${version}, ${sizeLabel(bytes)}, ${connections} of ${most} connections.${crowded ? " Raise max_connections, or start fewer processes." : ""}`,
    figure: `${ms} ms`,
  };
}

/** "At this rate full in about 5 weeks." Beyond a year nobody knows. */
function fullSentence(days: number | null): string {
  if (days === null || days > 365) return "";
  if (days < 1) return " At this rate full within a day.";
  if (days < 15) return ` At this rate full in about ${counted(Math.floor(days), "day")}.`;
  if (days < 60) return ` At this rate full in about ${counted(Math.floor(days / 7), "week")}.`;
  return ` At this rate full in about ${counted(Math.floor(days / 30), "month")}.`;
}

function diskRow({ free, whole, fullInDays }: NonNullable<HealthFacts["disk"]>): HealthRow {
  const used = whole === 0 ? 0 : 1 - free / whole;
  const full = used >= limits.disk || (fullInDays !== null && fullInDays <= limits.fullDays);
  return {
    name: "Disk",
    ...(full ? attention("Fills up") : works),
    note: `${sizeLabel(free)} free of ${sizeLabel(whole)}.${fullSentence(fullInDays)}${full ? " Make room, or move the data to a larger disk. Uploads stop first, then all writing." : ""}`,
    figure: `${Math.floor(used * 100)}%`,
  };
}

const filesRow = ({ place, ms }: HealthFacts["files"]): HealthRow => ({
  name: "Store of files",
  ...(ms === null ? failed("No answer") : works),
  note:
    ms === null
      ? `${place}. Files cannot be opened or sent now. Pages, orders and chats work, and nothing is lost.`
      : place,
  figure: ms === null ? "" : `${ms} ms`,
});

function mailRow({ kind, host, sentAt, waiting, dueSince }: HealthFacts["mail"], now: Date, zone: string): HealthRow {
  const figure = waiting === 0 ? "" : `${countLabel(waiting, mostWaiting)} ${waiting === 1 ? "waits" : "wait"}`;
  const row = { name: "E-mail", figure };
  if (kind === "mailbox") return { ...row, ...works, note: "Demonstration: e-mails stay in the mailbox.", figure: "" };
  if (kind === "none")
    return { ...row, ...failed("Not set up"), note: "SMTP_URL is not set, so e-mails wait and none is lost." };
  const last = sentAt
    ? `${host} accepted the last e-mail: ${formatMoment(sentAt, zone)}.`
    : `${host} has accepted no e-mail yet.`;
  const lateMs = dueSince ? now.getTime() - dueSince.getTime() : 0;
  if (lateMs < limits.lateMs) return { ...row, ...works, note: last };
  return {
    ...row,
    ...attention("Waits"),
    note: `${last} The oldest one has waited for ${shortTime(lateMs)}. It is tried again automatically.`,
  };
}

const providerRow = ({ name, lastEvent, answer }: HealthFacts["providers"][number], zone: string): HealthRow => ({
  name,
  ...(answer?.ok === false ? failed("Does not work") : answer ? works : attention("Not checked")),
  note: [
    answer ? `Checked ${answer.when}: ${answer.message}` : "Check its keys in the set-up guide.",
    lastEvent ? `Last message ${formatMoment(lastEvent, zone)}.` : "No message has arrived yet.",
  ].join(" "),
  figure: "",
});

function clockRow({ driftMs, jump }: HealthFacts["clock"]): HealthRow {
  const apart = Math.abs(driftMs);
  const drift = `${(apart / 1000).toFixed(1)} s from the clock of the database.`;
  if (jump)
    return {
      name: "Clock",
      ...attention("Jumped"),
      note: "Everything that happens automatically waits. Confirm the time on the overview.",
      figure: counted(Math.round(Math.abs(jump.to.getTime() - jump.from.getTime()) / hourMs), "hour"),
    };
  return apart > limits.driftMs
    ? { name: "Clock", ...attention("Differs"), note: `${drift} Synchronise the clocks of both machines.`, figure: "" }
    : { name: "Clock", ...works, note: drift, figure: "" };
}

/** A row for each part of the installation, in words for who runs it. Thresholds: DESIGN-site.md, `admin-system`. */
export const healthRows = (facts: HealthFacts, now: Date, zone: string): readonly HealthRow[] => [
  databaseRow(facts.database),
  ...(facts.disk ? [diskRow(facts.disk)] : []),
  filesRow(facts.files),
  mailRow(facts.mail, now, zone),
  ...facts.providers.map((one) => providerRow(one, zone)),
  clockRow(facts.clock),
];

/** The first line of the page: what needs attention, and what works all the same. */
export function healthSentence(rows: readonly HealthRow[]): string {
  const wrong = rows.filter(({ state }) => state !== "works").map(({ name }) => name);
  return wrong.length === 0
    ? "Everything works."
    : `${andList(wrong)} ${wrong.length === 1 ? "needs" : "need"} attention. Orders and chats work.`;
}
