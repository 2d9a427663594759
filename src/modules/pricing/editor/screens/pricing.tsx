import { Link, redirect } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { Form } from "#src/ui/form.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pricing.css";
import { type Asking, requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { UnsavedBar } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { FilterTabs } from "#src/ui/table.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useTurn } from "#src/ui/use-mended.ts";
import { useFlash } from "#src/ui/use-sent.ts";
import { changeDraft } from "../change-draft.ts";
import { faultsByPart } from "../check-draft.ts";
import { partNamed, parts } from "../layout.ts";
import { priceEditor } from "../price-editor.ts";
import { priceRepair, repairPrices } from "../repair.ts";
import { priceSample, samplesFor } from "../samples.ts";
import type { Route } from "./+types/pricing.ts";
import { AmountRow, NamedSheet, StepSheet } from "./cells.tsx";
import { EffectOnQuote } from "./effect.tsx";
import { LimitsNote, NewerNotice, OthersNotice, RepairPrices, WaitingNotice } from "./pricing-notices.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const asked = new URL(request.url).searchParams;
  const part = partNamed(asked.get("part") ?? "")?.id ?? "non-technical";
  const clock = await readerClock(ctx, person);
  const found = await priceEditor(ctx, {});
  if (!found.ok && found.code === "unavailable")
    return { ...clock, versions: orPage(await priceRepair(ctx, {}), request) };
  const { preview, table, ...editor } = orPage(found, request);
  const samples = samplesFor(table);
  const sample =
    samples.find(({ id }) => id === asked.get("sample")) ?? samples.find((one) => one.part === part) ?? samples[0];
  return {
    ...clock,
    part,
    editor,
    effect: {
      samples: samples.map(({ id, label }) => ({ id, label })),
      chosen: sample?.id ?? "",
      before: sample ? priceSample(table, sample, clock.now) : null,
      after: sample ? priceSample(preview, sample, clock.now) : null,
    },
    did: flashOf(request),
  };
}

const flashes: Readonly<Record<string, string>> = {
  discard: "The draft is deleted. You see the published prices.",
  merge: "Their changes are in your draft now. Your own changes stay as they are.",
  defaults: "The draft now has the default prices. Nothing is published yet.",
  from: "The draft now has that version. Nothing is published yet.",
  published: "The new prices are published. They apply to new quotes from now on.",
  scheduled: "The prices are planned. They start at their time.",
  withdrawn: "The planned prices are withdrawn and are your draft again.",
  save: "The draft is saved.",
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "prices");
  const form = await request.formData();
  const { step = "save", part = "", seen = "", ...typed } = textsIn(form);
  if (step === "repair") return repaired(ctx, request, form);
  const changed = await changeDraft(ctx, { step: step === "review" ? "save" : step, part, seen, typed });
  if (!changed.ok) return refusedForm(changed, typed);
  if (typed.auto === "on") return { saved: changed.value };
  const sample = new URL(request.url).searchParams.get("sample");
  if (step === "review") return redirect("/admin/pricing/publish");
  const to = `/admin/pricing?part=${encodeURIComponent(part)}${sample ? `&sample=${encodeURIComponent(sample)}` : ""}`;
  return redirectWithFlash(to, Object.hasOwn(flashes, step.split(":")[0] ?? "") ? (step.split(":")[0] ?? "") : "row");
}

function repaired(ctx: Ctx, request: Request, form: FormData) {
  const { from = "", reason = "" } = textsIn(form);
  const again = (refusal: Refusal) => refusedForm<Asking>(refusal, { from, reason });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const saved = await repairPrices(known, { from, reason });
      return saved.success ? redirectWithFlash("/admin/pricing", "published") : again(saved.refusal);
    },
    again,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Pricing", matches);

type Data = Exclude<Route.ComponentProps["loaderData"], { versions: unknown }>;
type Answered = Route.ComponentProps["actionData"];

const refusedIn = (answer: Answered) => (answer && "errors" in answer ? answer : undefined);

const Unsaved = ({ editor, saving }: { editor: Data["editor"]; saving: boolean }) => {
  const count = editor.changes.length;
  const wrong = Object.keys(editor.errors).length;
  const can = count > 0 && wrong === 0 && !editor.newer;
  return (
    <UnsavedBar
      says={
        <>
          <b>
            {count === 0
              ? "No changes yet."
              : count === 1
                ? "1 change not published."
                : `${count} changes not published.`}
          </b>{" "}
          {wrong > 0 && (
            <span className="text-error">
              {wrong === 1 ? "One value needs correction." : `${wrong} values need correction.`}
            </span>
          )}
          {wrong === 0 && count > 0 && (
            <span className="muted">{saving ? "Saving the draft" : "The draft is saved."}</span>
          )}
        </>
      }
    >
      {count > 0 && (
        <Button name="step" value="discard" variant="quiet" small>
          Discard
        </Button>
      )}
      <Button name="step" value="save" variant="outline" small busy={false}>
        Save draft
      </Button>
      {can && (
        <Button name="step" value="review" small busy={false}>
          Review and publish
        </Button>
      )}
    </UnsavedBar>
  );
};

export default function Pricing({ loaderData, actionData }: Route.ComponentProps) {
  return "versions" in loaderData ? (
    <RepairPrices {...loaderData} refused={refusedIn(actionData)} />
  ) : (
    <Editor loaderData={loaderData} actionData={actionData} />
  );
}

const Editor = ({ loaderData, actionData }: { loaderData: Data; actionData: Answered }) => {
  const { editor, effect, part: partId, zone } = loaderData;
  const part = partNamed(partId) ?? parts[0];
  const did = useFlash(loaderData.did || null);
  const turn = useTurn(loaderData, loaderData.did);
  const busy = useSent() !== undefined;
  const kept = useKeptDraft<typeof action>();
  const faults = faultsByPart(editor.errors);
  const refused = refusedIn(actionData) ?? refusedIn(kept.answer);
  const tabs = parts.map(({ id, label }) => ({
    to: `/admin/pricing?part=${id}`,
    label: faults[id] ? `${label} (${faults[id]} wrong)` : label,
    current: id === partId,
  }));
  const shape = JSON.stringify([
    part?.lists.map(({ list }) => editor.draft.lists[list].map(({ was }) => was)),
    part?.steps.map(({ list }) => editor.draft.steps[list].length),
  ]);
  const sheet = { draft: editor.draft, base: editor.base, errors: editor.errors, turn: shape };
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Pricing</h1>
          <p className="soft">New prices apply to new quotes. Orders that exist keep their price.</p>
        </div>
        <div className="acts">
          <LinkButton to="/admin/pricing/trial" variant="outline" small>
            Try on past orders
          </LinkButton>
          <LinkButton to="/admin/codes" variant="outline" small>
            Promotion codes
          </LinkButton>
          <LinkButton to="/admin/pricing/history" variant="outline" small>
            History
          </LinkButton>
        </div>
      </div>
      {did && flashes[did] && !refused && <Notice tone="ok" live title={flashes[did]} className="mb-4" />}
      {refused && (
        <Notice tone="bad" live title={refused.message ?? "The draft could not be saved."} className="mb-4" />
      )}
      <WaitingNotice waiting={editor.waiting} zone={zone} />
      <Form method="post" action="/admin/pricing">
        <input type="hidden" name="part" value={partId} />
        <input type="hidden" name="seen" value={editor.revision} />
        <NewerNotice newer={editor.newer} zone={zone} />
      </Form>
      <OthersNotice others={editor.others} zone={zone} />
      <FilterTabs label="Price tables" tabs={tabs} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_23.5rem] items-start gap-6 pb-8 max-[1440px]:grid-cols-1 max-md:pb-0">
        {part && (
          <Form
            method="post"
            action={`/admin/pricing?part=${partId}&sample=${effect.chosen}`}
            className="grid grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] items-start gap-6 max-md:grid-cols-1"
            key={`${partId}-${turn}-${editor.version}`}
            onInput={kept.onInput}
            onSubmit={kept.onSubmit}
            preventScrollReset
          >
            <input type="hidden" name="part" value={partId} />
            <input type="hidden" name="seen" value={editor.revision} />
            <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
              Save draft
            </button>
            <div className="panels">
              {part.lists.map((of) => (
                <NamedSheet key={of.list} of={of} sheet={sheet} />
              ))}
            </div>
            <div className="panels">
              {part.groups.map(({ title, cells }) => (
                <section key={title} className="panel">
                  <div className="panel-head">
                    <h2 className="label">{title}</h2>
                  </div>
                  <ul>
                    {cells.map((cell) => (
                      <AmountRow key={`${cell.path}-${shape}`} cell={cell} sheet={sheet} />
                    ))}
                  </ul>
                </section>
              ))}
              {part.steps.map((of) => (
                <StepSheet key={of.list} of={of} sheet={sheet} />
              ))}
              <LimitsNote leadHours={editor.leadHours} quoteMinutes={editor.quoteMinutes} part={partId} />
            </div>
            <Unsaved editor={editor} saving={kept.saving || busy} />
          </Form>
        )}
        <EffectOnQuote effect={effect} part={partId} />
      </div>
      <Form method="post" action="/admin/pricing" className="row justify-between gap-x-4 gap-y-2 pb-22 max-md:pb-32">
        <input type="hidden" name="part" value={partId} />
        <input type="hidden" name="seen" value={editor.revision} />
        <p className="small muted">
          Version {editor.version} is published. <Link to="/admin/pricing/history">What changed when</Link>
        </p>
        <Button name="step" value="defaults" variant="quiet" small>
          Start from the default prices
        </Button>
      </Form>
    </>
  );
};
