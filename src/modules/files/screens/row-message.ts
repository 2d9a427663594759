import { counted } from "#src/shared/counted.ts";
import { sizeLabel } from "../domain/kinds-and-sizes.ts";
import { type Found, percent, type Row } from "../upload/upload-rows.ts";
import type { Snapshot } from "../upload/upload-task.ts";

export type RowMessage = { readonly message: string; readonly tone: "plain" | "bad" | "fine" };

const plain = (message: string): RowMessage => ({ message, tone: "plain" });
const soFar = ({ bytesSent, total }: Snapshot): string => `${sizeLabel(bytesSent)} of ${sizeLabel(total)}`;

const sending = (snapshot: Snapshot, resumes: boolean): RowMessage => {
  const done = percent(snapshot);
  if (snapshot.state === "paused" && resumes) return plain(`Paused at ${done}%, waits for its turn`);
  if (snapshot.state === "paused") return plain(`Paused at ${done}%, ${soFar(snapshot)}`);
  if (snapshot.state === "pausing") return plain("Pausing");
  if (snapshot.waiting) return plain(`Uploading: ${done}%, waits for the connection`);
  return plain(`Uploading: ${done}%, ${soFar(snapshot)}`);
};

const sent = (found: Found, size: string): RowMessage => {
  if (found === null) return { message: `Sent, ${size}, being checked`, tone: "fine" };
  if (found.withheld === null) return { message: `Sent, ${size}`, tone: "fine" };
  return { message: `${size}. ${withheldMessage} ${found.withheld}`.trim(), tone: "bad" };
};

/** The line below the name of a file. "Uploading: N%" is the specification's. */
export const rowMessage = ({ phase, size }: Row): RowMessage => {
  if (phase.at === "sending") return sending(phase.snapshot, phase.resumes);
  if (phase.at === "failed") return { message: phase.message, tone: "bad" };
  if (phase.at === "sent") return sent(phase.found, sizeLabel(size));
  if (phase.at === "held") return plain(`${sizeLabel(size)}, sent after you sign in`);
  if (phase.at === "elsewhere") return plain("Another tab of this browser sends this file");
  if (phase.at === "queued") return plain(`${sizeLabel(size)}, waits for its turn`);
  return plain(`${sizeLabel(phase.received)} of ${sizeLabel(size)} came. Choose the file again and it continues.`);
};

const withheldMessage = "Your name may be in it, and we cannot take it out: others will not get this file.";

const describe = (row: Row): string | null => {
  const { phase, name } = row;
  if (phase.at === "sent" && phase.found?.withheld) return `${name}: ${withheldMessage}`;
  if (phase.at === "sent") return `${name} is sent.`;
  if (phase.at === "failed") return `${name}: ${phase.message}`;
  return phase.at === "sending" && phase.snapshot.state === "paused" ? `${name} is paused.` : null;
};

/** What a screen reader announces of a change: sent, paused and failed, not every percent. */
export const announcement = (before: readonly Row[], after: readonly Row[]): string | null => {
  const news = after.flatMap((row) => {
    const message = describe(row);
    const old = before.find(({ key }) => key === row.key);
    return message === null || (old && describe(old) === message) ? [] : [message];
  });
  return news.length > 0 ? news.join(" ") : null;
};

/** Neither complete nor on its way: somebody must decide. */
const isLeftOpen = ({ phase }: Row): boolean =>
  phase.at === "stopped" ||
  (phase.at === "failed" && phase.again) ||
  (phase.at === "sending" && phase.snapshot.state === "paused" && !phase.resumes);

/** Why a form does not go with its files yet. `waits`: it goes automatically when they are ready; else somebody must decide. */
export type NotYet = { readonly waits: boolean; readonly message: string };

/**
 * Nothing is left behind without a word. `coming`: files that are not in the list yet; `checked`: the form reads its
 * files, so their check must be over too. Null: the form can go.
 */
export const notYet = (rows: readonly Row[], coming = 0, checked = false): NotYet | null => {
  const open = rows.filter(isLeftOpen);
  const on = rows.filter(({ phase }) => ["sending", "queued", "elsewhere"].includes(phase.at));
  const count = coming + on.filter((row) => !open.includes(row)).length;
  const them = open.length === 1 ? "it" : "them";
  if (open.length > 0)
    return {
      waits: false,
      message: `${counted(open.length, "file is", "files are")} not complete. Continue with ${them}, or remove ${them}.`,
    };
  const checks = checked && count === 0;
  const all = checks ? rows.filter(({ phase }) => phase.at === "sent" && phase.found === null).length : count;
  const message = `Your ${all === 1 ? "file is" : "files are"} still being ${checks ? "checked" : "sent"}, then we continue.`;
  return all > 0 ? { waits: true, message } : null;
};
