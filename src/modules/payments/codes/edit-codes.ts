import { eq } from "drizzle-orm";
import { z } from "zod";
import { discountText } from "#src/modules/orders/index.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { canManageCodes } from "../domain/policy.ts";
import { discountTerms } from "../domain/promotion-code.ts";
import { type CodeFields, codeForm, readCodeFields, readCodeName } from "./code-input.ts";
import { promotionCodes } from "./code-tables.ts";

type CodeRow = typeof promotionCodes.$inferSelect;

/** Who sets prices may give something off them, by a fresh sign-in; others learn nothing. */
const forCodes = (work: Work): Outcome<null> =>
  canManageCodes(work.viewer) ? (mustBeFresh(work) ?? done(null)) : notFound();

const note = (work: Work, action: string, { id, code }: Pick<CodeRow, "id" | "code">, fields?: CodeFields): void =>
  work.audit({
    action,
    subject: id,
    detail: { code, ...(fields && { off: discountText(discountTerms({ ...fields, endedAt: null })) }) },
  });

/** Makes a code. Refusals: not-found, step-up, invalid (a field, or a name that there is already). */
export const makeCode = command<z.infer<typeof codeForm>, { id: string }>("payments.make-code", {
  input: codeForm,
  run: async (work, form) => {
    const allowed = forCodes(work);
    if (!allowed.ok) return allowed;
    const name = readCodeName(form.code);
    const fields = readCodeFields(form);
    const wrong = [name, fields].flatMap((one) => (one.ok ? [] : (one.fields ?? [])));
    if (!name.ok || !fields.ok) return invalid(wrong);
    const row = {
      ...{ id: newId(), code: name.value, ...fields.value },
      ...{ createdBy: actorId(work.viewer), createdAt: work.now, updatedAt: work.now },
    };
    const [made] = await work.tx.insert(promotionCodes).values(row).onConflictDoNothing().returning();
    if (!made) return invalid([{ path: "code", message: "A code with this name exists already." }]);
    note(work, "codes.made", made, fields.value);
    return done({ id: made.id });
  },
});

const stale = refuse("conflict", "Somebody changed this code since you opened it. Look at it again, then save.");

/** The row of a code, locked; whoever enters it waits until it is changed. */
async function lockCode(work: Work, id: string): Promise<CodeRow | undefined> {
  const [row] = await work.tx.select().from(promotionCodes).where(eq(promotionCodes.id, id)).for("update");
  return row;
}

const changeInput = codeForm.omit({ code: true }).extend({ id: z.uuid(), seen: z.coerce.number().int() });

/**
 * Changes what a code says, from now on: on orders that have it, it stays as it was entered. Refusals: not-found,
 * step-up, invalid, conflict (ended, or changed meanwhile).
 */
export const changeCode = command<z.infer<typeof changeInput>, { code: string }>("payments.change-code", {
  input: changeInput,
  run: async (work, { id, seen, ...form }) => {
    const allowed = forCodes(work);
    if (!allowed.ok) return allowed;
    const fields = readCodeFields({ ...form, code: "" });
    if (!fields.ok) return fields;
    const row = await lockCode(work, id);
    if (!row) return notFound();
    if (row.endedAt) return refuse("conflict", "This code has ended. Make a new one.");
    if (row.version !== seen) return stale;
    const after = { ...fields.value, version: row.version + 1, updatedAt: work.now };
    await work.tx.update(promotionCodes).set(after).where(eq(promotionCodes.id, id));
    note(work, "codes.changed", row, fields.value);
    return done({ code: row.code });
  },
});

/** Nobody can enter it any more; orders that have it keep it. Ended twice is done. Refuses not-found. */
export const endCode = command<{ id: string }, { code: string }>("payments.end-code", {
  input: z.strictObject({ id: z.uuid() }),
  run: async (work, { id }) => {
    if (!canManageCodes(work.viewer)) return notFound();
    const row = await lockCode(work, id);
    if (!row) return notFound();
    if (row.endedAt) return done({ code: row.code });
    const after = { endedAt: work.now, version: row.version + 1, updatedAt: work.now };
    await work.tx.update(promotionCodes).set(after).where(eq(promotionCodes.id, id));
    note(work, "codes.ended", row);
    return done({ code: row.code });
  },
});
