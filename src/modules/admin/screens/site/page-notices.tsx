import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";

const flashes: Readonly<Record<string, string>> = {
  save: "The draft is saved. Visitors see it when you publish.",
  discard: "The draft is gone. You see what is published.",
  merge: "Their changes are in your draft now. What you changed stays yours.",
  restore: "Your draft is that version now. Nothing is published yet.",
  published: "Published. Visitors read it within 3 seconds.",
};

/** What was done just now, or why it was not. */
export const PageAnswer = ({ did, refused }: { did: string | null; refused: string | undefined }) => {
  if (refused) return <Notice tone="bad" live title={refused} className="mb-4" />;
  return did && flashes[did] ? <Notice tone="ok" live title={flashes[did]} className="mb-4" /> : null;
};

const both = (parts: readonly string[]): string =>
  parts.length === 0
    ? "They changed nothing that you changed."
    : `You both changed: ${parts.join(", ")}. If you take their changes in, yours stays as it is in your draft.`;

/** Somebody published while this draft was made: it is kept, and can take the news in. */
export const NewerPage = ({ editor: { newer, revision }, zone }: { editor: PageEditor; zone: string }) =>
  newer && (
    <Form method="post">
      <input type="hidden" name="seen" value={revision} />
      <Notice
        tone="warn"
        title={`${newer.author} published this page${newer.at && ` on ${formatMoment(new Date(newer.at), zone)}`}, after you began. Your text is kept.`}
        className="mb-4"
        actions={
          <>
            <Button name="step" value="merge" small>
              Take their changes in
            </Button>
            <Button name="step" value="discard" variant="outline" small>
              Discard my draft
            </Button>
          </>
        }
      >
        <p>{both(newer.both)}</p>
      </Notice>
    </Form>
  );

/** Others work on it at the same time. */
export const OtherPageDrafts = ({ others, zone }: Pick<PageEditor, "others"> & { zone: string }) =>
  others.length > 0 && (
    <Notice tone="plain" className="mb-4">
      {others.map(({ name, at }) => (
        <p key={`${name}-${at.toISOString()}`}>{`${name} has a draft, last saved ${formatMoment(at, zone)}.`}</p>
      ))}
    </Notice>
  );
