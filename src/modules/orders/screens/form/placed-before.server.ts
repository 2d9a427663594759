import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { localOf } from "#src/shared/zone.ts";
import { type ClientOrder, orderForClient } from "../../index.server.ts";
import { choiceLabel } from "../../index.ts";
import { labels } from "./labels.ts";
import type { Values } from "./posted.server.ts";

/** An order that this form placed before, and what the form says otherwise now. */
export type PlacedBefore = {
  orderId: string;
  number: string;
  rows: { label: string; placed: string; typed: string }[];
};

/** Consents are given anew with each order. */
const compared = Object.keys(labels).filter((name) => name !== "consent");

/** Both sets of contents for a refused form whose key placed another order; null for every other refusal. */
export async function placedBefore(ctx: Ctx, { code, data }: Refusal, values: Values): Promise<PlacedBefore | null> {
  if (code !== "conflict" || typeof data?.orderId !== "string") return null;
  const found = await orderForClient(ctx, { orderId: data.orderId });
  if (!found.ok) return null;
  const { id: orderId, number } = found.value;
  const placed = fieldsOf(found.value);
  const typed: Values = { ...values, files: countFiles((values.files ?? "").split(",").filter(Boolean).length) };
  const rows = compared.flatMap((name) => {
    const pair = { placed: placed[name] ?? "", typed: typed[name] ?? "" };
    return pair.placed.trim() === pair.typed.trim() ? [] : [{ label: labels[name] ?? name, ...labelled(name, pair) }];
  });
  return { orderId, number, rows };
}

const countFiles = (count: number): string => (count === 0 ? "" : count === 1 ? "1 file" : `${count} files`);

const free = ["title", "instructions", "country", "deadlineDate", "deadlineTime", "deadlineZone", "files", "subject"];

const labelled = (name: string, pair: { placed: string; typed: string }) =>
  free.includes(name) ? pair : { placed: choiceLabel(pair.placed) ?? "", typed: choiceLabel(pair.typed) ?? "" };

function fieldsOf(row: ClientOrder): Values {
  const plain = Object.entries(row).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
  );
  const at = row.deadline && localOf(row.deadline, row.deadlineZone ?? "UTC");
  return {
    ...Object.fromEntries(plain),
    ...(at && { deadlineDate: at.date, deadlineTime: at.time }),
    files: countFiles(row.attachments.length),
  };
}
