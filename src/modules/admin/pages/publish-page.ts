import { z } from "zod";
import { textPage } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { notFound } from "#src/shared/outcome.ts";
import { publishDraft } from "../drafts/own-draft.ts";
import { pageKind } from "./page-kind.ts";

const input = z.strictObject({ page: z.string().max(40), seen: z.string().max(12) });

/** Publishes the own draft of a page: visitors read it from now on. Refuses invalid, naming the lines. */
export const publishPage = seenAtOnce(
  command<z.infer<typeof input>, number>("admin.publish-page", {
    input,
    run: async (work, { page: name, seen }) => {
      const page = textPage(name);
      return page ? publishDraft(work, pageKind(work.ctx.runtime.config.home, page), seen) : notFound();
    },
  }),
);
