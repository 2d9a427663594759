import { z } from "zod";
import {
  type Block,
  groupsOf,
  isLegal,
  legalDraft,
  linesOf,
  type PageText,
  versionsOfLegal,
  wordsOf,
} from "#src/modules/operator/index.server.ts";
import { type ChangedPart, textChanges } from "#src/modules/orders/index.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { draftState } from "../drafts/own-draft.ts";
import { editablePage } from "./page-kind.ts";

export type LegalComparison = Answer<typeof legalComparison>;

/**
 * A text that people accept: its versions, and one of them, or the own draft, beside the version before it. Needs
 * `settings`; not-found for other pages and unknown versions.
 */
export const legalComparison = query("admin.legal-comparison", {
  input: z.strictObject({
    page: z.string().max(40),
    /** The version that is read; none: the draft, or the version that binds. */
    version: z.string().max(40).optional(),
  }),
  run: async (ask, { page: name, version: asked }) => {
    const { runtime } = ask.ctx;
    if (!canChangeSettings(ask.viewer) || !isLegal(name)) return notFound();
    const found = await editablePage(ask.db, runtime.config.home, name);
    const state = found && (await draftState(ask, found.kind));
    if (!state) return notFound();
    const { rows, current, next } = await versionsOfLegal(runtime, ask.db, name);
    const drafted = state.changes.length > 0;
    const chosen = asked ?? (drafted ? "draft" : current.version);
    const at = rows.findIndex(({ version }) => version === chosen);
    if (at === -1 && chosen !== "draft") return notFound();
    const now: PageText | undefined =
      chosen === "draft" ? await legalDraft(runtime, name, state.draft.text, next) : rows[at]?.page;
    const before = chosen === "draft" ? current : rows[at + 1];
    if (!now) return notFound();
    const parts = comparedParts(before?.page ?? null, now);
    return done({
      chosen,
      against: before?.version ?? null,
      parts,
      count: countChanges(parts),
      drafted,
      /** What publishing the draft is called. */
      next,
      current: current.version,
      versions: rows.map(({ version, since }, nth) => ({ version, since, until: rows[nth - 1]?.since ?? null })),
    });
  },
});

/** A part of a text below its title; `changes`: null where its words are the same in both. */
export type ComparedPart = {
  readonly title: string;
  readonly changes: readonly ChangedPart[] | null;
  readonly text: string;
};

type Part = { title: string; text: string };

type TableBlock = Extract<Block, { kind: "table" }>;

/** Each row of a table as a line that can be read without its columns: "When: before the start. You get: all of it." */
const rowLines = ({ head, rows }: TableBlock): string[] =>
  rows.map((row) =>
    row
      .map(({ of }, at) => [wordsOf(head[at]?.of ?? []), wordsOf(of)].filter(Boolean).join(": "))
      .map((cell) => (/[.!?]$/.test(cell) ? cell : `${cell}.`))
      .join(" "),
  );

const readableLines = (block: Block): string[] => (block.kind === "table" ? rowLines(block) : linesOf(block));

const partsOf = ({ lede, blocks }: PageText): Part[] => {
  const opening = lede ? [{ kind: "text" as const, of: lede }] : [];
  return groupsOf([...opening, ...blocks], 2).map(({ heading, blocks: of }) => ({
    title: heading ? wordsOf(heading.of) : "",
    text: of.flatMap(readableLines).join("\n\n"),
  }));
};

/** Each part of a text beside the part of the same title before, in the order of now; parts that are gone stand where they stood. */
export function comparedParts(before: PageText | null, now: PageText): readonly ComparedPart[] {
  const old = before ? partsOf(before) : [];
  const fresh = partsOf(now);
  const parts = fresh.map(({ title, text }): ComparedPart => {
    const was = old.find((one) => one.title === title);
    const same = before === null || was?.text === text;
    return { title, text, changes: same ? null : [...textChanges(was?.text ?? "", text)] };
  });
  for (const [at, { title, text }] of old.entries()) {
    if (fresh.some((one) => one.title === title)) continue;
    const after = old[at - 1]?.title;
    const place = parts.findIndex((one) => one.title === after) + 1;
    parts.splice(place, 0, { title, text, changes: [...textChanges(text, "")] });
  }
  return parts;
}

/** How many passages were replaced, added and cut. */
export function countChanges(parts: readonly ComparedPart[]) {
  const count = { replaced: 0, added: 0, cut: 0 };
  for (const { changes } of parts)
    for (const { pieces } of changes ?? [])
      for (const [at, { mark }] of pieces.entries()) {
        const [previous, next] = [pieces[at - 1]?.mark, pieces[at + 1]?.mark];
        if (mark === "added") count[previous === "cut" ? "replaced" : "added"] += 1;
        else if (mark === "cut" && next !== "added") count.cut += 1;
      }
  return count;
}
