import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";
import { Comparison } from "./comparison.tsx";
import { NewerVersion, OtherDrafts } from "./draft-notices.tsx";
import { PlannedVersion, type ShopClock } from "./plan-panel.tsx";

const fieldNames: Readonly<Record<string, string>> = { label: "name", slug: "address", mayShow: "right to show" };

/** "line 13", or the field. */
const whereOf = ({ path, message }: FieldError): string =>
  (/^(?:Line|Question) \d+/.exec(message)?.[0] ?? `the ${fieldNames[path] ?? path}`).toLowerCase();

/** What keeps a draft from being published, in one sentence. */
export const wrongIn = (errors: readonly FieldError[]): string | null =>
  errors[0] ? `${counted(errors.length, "warning")} must be corrected: ${whereOf(errors[0])}.` : null;

const isOfALine = ({ path, message }: FieldError): boolean => path === "text" && /^(?:Line|Question) \d+/.test(message);

/** What is wrong with fields and with the text as a whole; its lines are named in its warnings. */
export const besideFields = (errors: readonly FieldError[]): Record<string, string> =>
  Object.fromEntries(errors.flatMap((one) => (isOfALine(one) ? [] : [[one.path, one.message]])));

type NoticesProps = {
  editor: Pick<PageEditor, "newer" | "revision" | "theirs" | "planned" | "changes" | "others">;
  zone: string;
  shop: ShopClock;
};

/** What others did to a page meanwhile: a newer version, a planned one, drafts. */
export const PageNotices = ({ editor, zone, shop }: NoticesProps) => (
  <>
    <NewerVersion editor={editor} published="this page" kept="text" zone={zone}>
      <details className="their-changes">
        <summary>What they changed</summary>
        <Comparison changes={editor.theirs} />
      </details>
    </NewerVersion>
    {editor.planned && <PlannedVersion plan={editor.planned} clock={shop} drafted={editor.changes.length > 0} />}
    <OtherDrafts others={editor.others} zone={zone} />
  </>
);

/** The draft, or the public text, beside the version that was asked for. */
export const ComparedVersion = ({
  editor: { compared, changes },
}: {
  editor: Pick<PageEditor, "compared" | "changes">;
}) => {
  if (!compared) return null;
  const text = changes.length > 0 ? "Your draft" : "The public text";
  const against = compared.against ? `version ${compared.against}` : "the original text";
  return (
    <div className="mt-6">
      <Panel id="compared" title={`${text} against ${against}`} pad>
        <Comparison changes={compared.changes} />
      </Panel>
    </div>
  );
};
