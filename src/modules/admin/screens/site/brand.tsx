import { useRef, useState } from "react";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import {
  judgeColour,
  pairLabel,
  pairSheet,
  readColour,
  shippedColour,
  type TypePair,
  typePairs,
} from "#src/modules/operator/index.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Form } from "#src/ui/form.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-site.css";
import "#src/ui/styles/pages/drafts.css";
import { brandEditor, changeBrandDraft, publishBrand, putBrandPicture, undoBrand } from "../../brand/brand-draft.ts";
import type { Route } from "./+types/brand.ts";
import { BrandPreview } from "./brand-preview.tsx";
import { ColourPanel, Swatch } from "./colour-panel.tsx";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { answerDraft } from "./draft-forms.server.ts";
import { DraftAnswer, NewerVersion, OtherDrafts, SiteHead, useDraftAnswer } from "./draft-notices.tsx";
import { MarksPanel } from "./marks-panel.tsx";

type Props = { pair: TypePair; published: TypePair; onChoose: (pair: TypePair) => void };

/** The typefaces of titles and text: one of the pairs that the product brings. */
const TypePanel = ({ pair, published, onChoose }: Props) => (
  <Panel title="Typefaces" aside={<span className="small muted">titles and text of all pages</span>}>
    <fieldset className="grid grid-cols-1 border-t border-rule md:grid-cols-3">
      <legend className="vh">Typefaces</legend>
      {typePairs.map((one) => (
        <label
          key={one}
          className="check cursor-pointer grid-cols-[22px_minmax(0,1fr)] content-start gap-x-2.5 gap-y-1.5 border-rule pt-4.5 pr-4 pb-3.5 pl-5 has-checked:bg-pen-tint has-checked:shadow-[inset_0_3px_0_var(--color-pen)] max-md:not-first-of-type:border-t md:not-first-of-type:border-l"
        >
          <input
            type="radio"
            name="pair"
            value={one}
            defaultChecked={pair === one}
            onChange={() => onChoose(one)}
            aria-label={pairLabel(one)}
          />
          <span className={`pair-${one} grid gap-1.5`}>
            <span className="t3 leading-6">The price explains itself.</span>
            <span className="text-sm/5 text-ink-2">Every line of the price, and the reason for it.</span>
          </span>
          <small className="col-start-2 text-xs/4.5 text-ink-3">
            {one === published ? `${pairLabel(one)}, published` : pairLabel(one)}
          </small>
        </label>
      ))}
    </fieldset>
  </Panel>
);

const here = "/admin/site";

/** All pairs of typefaces, to choose one of them. */
export const links: Route.LinksFunction = () =>
  [...typePairs.map(pairSheet), "/brand/pairs.css"].flatMap((href) => (href ? [{ rel: "stylesheet", href }] : []));

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const editor = orPage(await brandEditor(ctx, {}), request);
  const { name } = await ctx.runtime.settings.get(siteSetting);
  const sender = `${name} <${ctx.runtime.config.mailFrom}>`;
  return { ...(await readerClock(ctx, person)), editor, name, sender, did: flashOf(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const form = await request.formData();
  const { step = "save", seen = "", version = "", auto, colour, ...chosen } = textsIn(form);
  const typed = { colour, pair: typePairs.find((one) => one === chosen.pair) };
  if (step === "undo") return answerDraft({ here, step: "undone", typed, change: () => undoBrand(ctx, { version }) });
  const [, slot] = /^put:(\w+)$/.exec(step) ?? [];
  const change = async () => {
    const saves = step === "publish" || slot !== undefined;
    const kept = await changeBrandDraft(ctx, { step: saves ? "save" : step, seen, typed });
    return kept.ok && slot
      ? putBrandPicture(ctx, { slot, seen: String(kept.value), ...(await fileIn(form, slot)) })
      : kept;
  };
  return answerDraft({
    ...{ here, step, auto, typed, change },
    publish: (revision) => publishBrand(ctx, { seen: String(revision) }),
  });
}

async function fileIn(form: FormData, slot: string): Promise<{ name: string; bytes: Buffer }> {
  const file = form.get(`file-${slot}`);
  return file instanceof File
    ? { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
    : { name: "", bytes: Buffer.alloc(0) };
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Site and name", matches);

type Data = Route.ComponentProps["loaderData"];
/** What differs from the published look, with what is typed and chosen now. */
const changesNow = ({ changes, published }: Data["editor"], typed: string, pair: TypePair): readonly string[] => {
  const now = {
    "main colour": (readColour(typed) ?? typed) !== (published.colour || shippedColour),
    typefaces: pair !== published.pair,
  };
  const others = changes.filter((label) => !Object.hasOwn(now, label));
  return [...others, ...Object.entries(now).flatMap(([label, differs]) => (differs ? [label] : []))];
};

/** How the shop looks: a draft with its preview, and what was published before. */
export default function BrandPage({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, zone } = loaderData;
  const { did, turn, message } = useDraftAnswer(loaderData, actionData);
  return (
    <>
      <SiteHead current="brand" />
      <DraftAnswer did={did} refused={message} undo={editor.version} />
      <NewerVersion editor={editor} published="another look" kept="draft" zone={zone} />
      <OtherDrafts others={editor.others} zone={zone} />
      <Editor key={turn} data={loaderData} answer={actionData} />
    </>
  );
}

/** Its fields begin anew with every page, not with every save of the draft while somebody types. */
const Editor = ({ data, answer }: { data: Data; answer: Route.ComponentProps["actionData"] }) => {
  const { editor, zone, name, sender } = data;
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const errors = answer && "errors" in answer ? answer.errors : {};
  const begun = answer && "values" in answer ? answer.values.colour : undefined;
  const [typed, setTyped] = useState(begun ?? (editor.draft.colour || shippedColour));
  const [pair, setPair] = useState(editor.draft.pair);
  const judged = judgeColour(typed);
  const published = editor.published.colour || shippedColour;
  const choose = (colour: string) => {
    setTyped(colour);
    if (form.current) kept.onInput({ currentTarget: form.current });
  };
  const shownColour = judged.ok ? judged.colour : (judged.offer ?? published);
  return (
    <>
      <Form
        ref={form}
        method="post"
        action={here}
        encType="multipart/form-data"
        onInput={kept.onInput}
        onSubmit={kept.onSubmit}
        className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27.5rem] mb-6"
        preventScrollReset
      >
        <input type="hidden" name="seen" value={editor.revision} />
        <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
          Save draft
        </button>
        <div className="panels">
          <DraftLine editor={editor} zone={zone} />
          <MarksPanel name={name} brand={editor.draft} errors={errors} />
          <ColourPanel typed={typed} judged={judged} published={published} onType={setTyped} onChoose={choose} />
          <TypePanel pair={pair} published={editor.published.pair} onChoose={setPair} />
        </div>
        <BrandPreview brand={{ ...editor.draft, pair }} colour={shownColour} name={name} sender={sender} />
        <DraftBar
          editor={editor}
          typed={changesNow(editor, typed, pair)}
          wrong={judged.ok ? null : "One value needs correction: main colour."}
          saving={kept.saving}
          busy={busy}
        />
      </Form>
      <Versions
        editor={editor}
        zone={zone}
        shipped="Before the first version"
        mark={(one) => <Swatch colour={one?.value.colour || shippedColour} />}
      />
    </>
  );
};
