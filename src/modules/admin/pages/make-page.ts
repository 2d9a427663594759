import { z } from "zod";
import { mostOwnPages, newSlug, ownPageSetting, ownPages } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { lockPages, otherPages, readNow } from "./editable-page.ts";
import { changeAddresses, firstVersion } from "./own-addresses.ts";

const most = 40;
const input = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, "Write what the page is called.")
    .refine((label) => [...label].length <= most, `At most ${most} characters.`),
});

/**
 * Makes a page of the operator's own, which nobody can read before it is published, and gives its id; of a page that has
 * this name already, the id of that one. Needs `settings`.
 */
export const makePage = command<z.infer<typeof input>, string>("admin.make-page", {
  input,
  run: async (work, { label }) => {
    if (!canChangeSettings(work.viewer)) return notFound();
    await lockPages(work);
    const read = readNow(work.tx);
    const pages = await ownPages(read);
    const same = pages.find((one) => one.label === label);
    if (same) return done(same.name);
    if (pages.length >= mostOwnPages)
      return refuse(
        "conflict",
        `You have ${mostOwnPages} pages of your own, and no more can be made. Delete one first.`,
      );
    const id = newId(work.now.getTime());
    const slug = newSlug(label, await otherPages(read, null));
    const page = {
      ...{ number: firstVersion, text: `# ${label}\n`, title: "", description: "" },
      ...{ by: actorId(work.viewer), at: work.now.toISOString() },
      own: { label, slug, place: "footer" as const, shown: false },
    };
    const saved = await saveSetting(work, ownPageSetting(id), page, 0);
    const kept = saved.ok ? await changeAddresses(work, (addresses) => [...addresses, { slug, id }]) : saved;
    return kept.ok ? done(id) : kept;
  },
});
