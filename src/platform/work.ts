import { actorId, type Viewer } from "#src/shared/viewer.ts";
import type { Database } from "./database/database.ts";
import { insertRows } from "./database/insert-rows.ts";
import type { Ctx } from "./house.ts";
import { newId } from "./ids.ts";
import { audit, outbox } from "./tables.ts";

export type AuditEntry = { action: string; subject: string; detail?: Record<string, unknown> };
export type NewFact = { name: string; subject: string; payload: Record<string, unknown> };

/** One unit of work: what a command holds while its transaction is open. */
export type Work = {
  tx: Database;
  ctx: Ctx;
  viewer: Viewer;
  now: Date;
  audit: (entry: AuditEntry) => void;
  fact: (fact: NewFact) => void;
};

type Notes = { entries: AuditEntry[]; facts: NewFact[] };

/** Opens the notebook of a transaction; `write` puts it into the same transaction. */
export function startWork(tx: Database, ctx: Ctx, now: Date): { work: Work; write: () => Promise<number> } {
  const notes: Notes = { entries: [], facts: [] };
  const work: Work = {
    tx,
    ctx,
    viewer: ctx.viewer,
    now,
    audit: (entry) => void notes.entries.push(entry),
    fact: (fact) => void notes.facts.push(fact),
  };
  return { work, write: () => writeNotes(tx, ctx, now, notes) };
}

async function writeNotes(tx: Database, ctx: Ctx, now: Date, notes: Notes): Promise<number> {
  if (notes.entries.length > 0) {
    const actor = actorId(ctx.viewer);
    await insertRows(
      tx,
      audit,
      notes.entries.map((e) => ({
        id: newId(),
        at: now,
        actor,
        action: e.action,
        subject: e.subject,
        detail: e.detail ?? {},
        requestId: ctx.request.id,
      })),
    );
  }
  if (notes.facts.length > 0) {
    const rows = notes.facts.map((f) => ({ id: newId(), ...f, at: now, nextTryAt: now }));
    await insertRows(tx, outbox, rows);
  }
  return notes.facts.length;
}
