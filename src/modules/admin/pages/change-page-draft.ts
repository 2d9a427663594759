import { z } from "zod";
import { linkedFrom, type PageSource } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { notFound } from "#src/shared/outcome.ts";
import { changeDraft } from "../drafts/own-draft.ts";
import { editablePage } from "./editable-page.ts";

/** More than any page may have: what is too long is kept, too, and refused when it is published. */
const mostKept = 400_000;

const input = z.strictObject({
  page: z.string().max(40),
  /** `save`, or a step of every draft. */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({
    text: z.string().max(mostKept, "This text is too long to save. Make it shorter.").optional(),
    title: z.string().max(300).optional(),
    description: z.string().max(1000).optional(),
    /** Of a page of the operator's own. */
    label: z.string().max(300).optional(),
    slug: z.string().max(300).optional(),
    place: z.enum(linkedFrom).optional(),
    /** Of the samples. */
    mayShow: z.boolean().optional(),
  }),
});
type Input = z.infer<typeof input>;

const withTyped = ({ own, mayShow, ...draft }: PageSource, typed: Input["typed"]): PageSource => ({
  text: typed.text ?? draft.text,
  title: typed.title ?? draft.title,
  description: typed.description ?? draft.description,
  ...(mayShow !== undefined && { mayShow: typed.mayShow ?? mayShow }),
  ...(own && {
    own: {
      label: typed.label ?? own.label,
      slug: typed.slug?.trim() ?? own.slug,
      place: typed.place ?? own.place,
    },
  }),
});

/**
 * Changes the own draft of a page; nothing is published by it. Gives its revision. Needs `settings`. Refuses conflict
 * when the draft was changed since the page was made.
 */
export const changePageDraft = command<Input, number>("admin.change-page-draft", {
  input,
  run: async (work, { page: name, typed, ...sent }) => {
    const found = await editablePage(work.tx, work.ctx.runtime.config.home, name);
    if (!found) return notFound();
    return changeDraft(work, found.kind, sent, (draft) => (sent.step === "save" ? withTyped(draft, typed) : null));
  },
});
