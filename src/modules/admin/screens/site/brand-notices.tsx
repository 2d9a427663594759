import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";

const flashes: Readonly<Record<string, string>> = {
  save: "The draft is saved. Visitors see it when you publish.",
  put: "The picture is in your draft. Visitors see it when you publish.",
  remove: "It is out of your draft. Visitors see that when you publish.",
  offer: "Your draft has the nearest colour that passes.",
  discard: "The draft is gone. You see what is published.",
  merge: "Their changes are in your draft now. What you changed stays yours.",
  restore: "Your draft looks like that version now. Nothing is published yet.",
  published: "Published. Every page shows it within 3 seconds.",
  undone: "Undone. Every page looks as before within 3 seconds.",
};

/** What was done just now, or why it was not; what was published can be taken back. */
export const BrandAnswer = ({
  did,
  refused,
  version,
}: {
  did: string | null;
  refused: string | undefined;
  version: number;
}) => {
  if (refused) return <Notice tone="bad" live title={refused} className="mb-4" />;
  if (!did || !flashes[did]) return null;
  return (
    <Notice
      tone="ok"
      live
      title={flashes[did]}
      className="mb-4"
      actions={
        did === "published" && (
          <Form method="post">
            <input type="hidden" name="version" value={version} />
            <Button name="step" value="undo" variant="outline" small>
              Undo
            </Button>
          </Form>
        )
      }
    />
  );
};
