import type { ReactNode } from "react";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ExternalLink } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { useTurn } from "#src/ui/use-mended.ts";
import { useFlash } from "#src/ui/use-sent.ts";

const flashes: Readonly<Record<string, string>> = {
  save: "The draft is saved. Visitors see it when you publish.",
  put: "The picture is in your draft. Visitors see it when you publish.",
  remove: "It is removed from your draft. Visitors see that when you publish.",
  offer: "Your draft now has the nearest colour that is dark enough.",
  discard: "The draft is deleted. You see the published version.",
  merge: "Their changes are in your draft now. Your own changes stay as they are.",
  restore: "Your draft is that version now. Nothing is published yet.",
  published: "Published. Visitors see it within 3 seconds.",
  planned: "Planned. Visitors see it at the time that you chose.",
  stop: "It is not planned any more. Its words are your draft now.",
  drop: "The planned version is deleted. Your draft stays.",
  made: "The page is made. Visitors can read it when you publish it.",
  add: "The service is in your draft. Visitors see it when it is on and you publish.",
  row: "Moved in your draft. Visitors see it when you publish.",
  "row-add": "Added to your draft. Visitors see it when you publish.",
  "row-put": "The question is back in its place.",
  "row-remove": "It is removed from your draft. Visitors see that when you publish.",
  delete: "It is removed from your draft. Visitors see that when you publish.",
  shipped: "Your draft has the original text again. Nothing is published yet.",
  hide: "The page is off the site. Its address leads nowhere within 3 seconds.",
  show: "The page is on the site again. Visitors can read it within 3 seconds.",
  deleted: "The page is deleted.",
  "undone-page": "Undone. Visitors read the version before within 3 seconds.",
  undone: "Undone. Every page looks as before within 3 seconds.",
};

/**
 * What a screen of a draft shows of its newest step: `did` was done, or `refused` with its first `message`. `turn` is
 * another number whenever the fields begin anew (useTurn).
 */
export function useDraftAnswer(loaded: { readonly did: string }, answer: RefusedForm | { saved: number } | undefined) {
  const did = useFlash(loaded.did || null);
  const turn = useTurn(loaded, loaded.did, answer);
  const refused = answer && "errors" in answer ? answer : undefined;
  const message = refused && (refused.message ?? Object.values(refused.errors)[0]);
  return { did: refused ? null : did, turn, refused, message };
}

type AnswerProps = {
  did: string | null;
  refused: string | undefined;
  /** The published version that can be taken back; none where there is no such step. */
  undo?: number;
};

/** What was done just now, or why it was not. */
export const DraftAnswer = ({ did, refused, undo }: AnswerProps) => {
  if (refused) return <Notice tone="bad" live title={refused} className="mb-4" />;
  if (!did || !flashes[did]) return null;
  return (
    <Notice
      tone="ok"
      live
      title={flashes[did]}
      className="mb-4"
      actions={
        did === "published" &&
        undo !== undefined && (
          <Form method="post">
            <input type="hidden" name="version" value={undo} />
            <Button name="step" value="undo" variant="outline" small>
              Undo<span className="vh"> the publication</span>
            </Button>
          </Form>
        )
      }
    />
  );
};

/** What somebody published since a draft began; `both`: the parts that the draft changes as well, in words. */
type Newer = { author: string; at: string; both: readonly string[] };
type Other = { name: string; at: Date };

const inBoth = (parts: readonly string[]): string =>
  parts.length === 0
    ? "They changed nothing that you changed. If you take their changes, your draft has both."
    : `You both changed the same place in: ${parts.join(", ")}. If you take their changes, yours stays there, and you get the rest of theirs.`;

type NewerProps = {
  editor: { newer: Newer | null; revision: number };
  /** "another look", and what of the reader is kept: "draft". */
  published: string;
  kept: string;
  zone: string;
  /** What they changed. */
  children?: ReactNode;
};

/** Somebody published while this draft was made: it is kept, and can take the news in. */
export const NewerVersion = ({ editor: { newer, revision }, published, kept, zone, children }: NewerProps) =>
  newer && (
    <Form method="post">
      <input type="hidden" name="seen" value={revision} />
      <Notice
        tone="warn"
        title={`${newer.author} published ${published}${newer.at && ` on ${formatMoment(new Date(newer.at), zone)}`}, after you started. Your ${kept} is kept.`}
        className="mb-4"
        actions={
          <>
            <Button name="step" value="merge" small>
              Take their changes
            </Button>
            <Button name="step" value="discard" variant="outline" small>
              Discard my draft
            </Button>
          </>
        }
      >
        <p>{inBoth(newer.both)}</p>
        {children}
      </Notice>
    </Form>
  );

/** Others work on it at the same time. */
export const OtherDrafts = ({ others, zone }: { others: readonly Other[]; zone: string }) =>
  others.length > 0 && (
    <Notice tone="plain" className="mb-4">
      {others.map(({ name, at }) => (
        <p key={`${name}-${at.toISOString()}`}>{`${name} has a draft, last saved ${formatMoment(at, zone)}.`}</p>
      ))}
    </Notice>
  );

/** The head of the parts of the site, and the way from one to the other. */
export const SiteHead = ({ current }: { current: "brand" | "pages" | "services" | "menu" | "emails" }) => (
  <>
    <div className="work-head">
      <div>
        <h1 className="d3">Site and name</h1>
        <p className="soft">What every visitor sees. Nothing changes for them until you publish.</p>
      </div>
      <div className="acts">
        <LinkButton to="/" variant="outline" small icon={ExternalLink} reloadDocument>
          See the site
        </LinkButton>
      </div>
    </div>
    <FilterTabs
      label="Parts of the site"
      className="mb-6"
      tabs={[
        { to: "/admin/site", label: "Brand", current: current === "brand" },
        { to: "/admin/site/pages", label: "Pages", current: current === "pages" },
        { to: "/admin/site/services", label: "Services", current: current === "services" },
        { to: "/admin/site/menu", label: "Menu and footer", current: current === "menu" },
        { to: "/admin/site/emails", label: "E-mails", current: current === "emails" },
      ]}
    />
  </>
);
