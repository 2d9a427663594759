import { newId } from "#src/platform/ids.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import type { Work } from "#src/platform/work.ts";
import { notices } from "./tables.ts";
import { tellNotices } from "./topics.ts";

/** Shows a letter inside the product, too: its title, its first sentence after the greeting, its button's address. */
export async function addNotice(work: Work, personId: string, letter: NewMail & { onceKey: string }): Promise<void> {
  const { title, paragraphs, button } = letter.content;
  const [said = ""] = paragraphs.filter((paragraph) => !/^Hello .*\.$/.test(paragraph));
  const made = await work.tx
    .insert(notices)
    .values({
      id: newId(work.now.getTime()),
      personId,
      kind: letter.kind,
      title,
      text: said,
      path: button?.path ?? "/dashboard",
      onceKey: `${letter.onceKey}:${personId}`,
      at: work.now,
    })
    .onConflictDoNothing()
    .returning({ id: notices.id });
  if (made.length > 0) tellNotices(work, personId);
}
