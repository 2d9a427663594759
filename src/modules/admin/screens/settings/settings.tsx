import { type FocusEvent, type FormEvent, type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { mustRepeat } from "#src/modules/payments/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useTurn } from "#src/ui/use-mended.ts";
import { useSent } from "#src/ui/use-sent.ts";
import { isOpenTo } from "../../domain/policy.ts";
import { sumsInEdits } from "../../settings/catalogue.ts";
import { ownScreens } from "../../settings/rows.ts";
import { saveSettings } from "../../settings/save-settings.ts";
import { type SettingsPage, type ShownSection, settingsPage } from "../../settings/settings-page.ts";
import "#src/ui/styles/pages/admin-site.css";
import { readNumber } from "../../settings/read-number.ts";
import type { Route } from "./+types/settings.ts";
import { SettingRows, UndoForms } from "./setting-row.tsx";
import { SettingsSide, useWhatClientsRead } from "./settings-side.tsx";

const honestUse = { label: "Honest use", to: "/admin/honest-use", mean: "Rules for requests, and a place to try one." };

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const asked = new URL(request.url).searchParams;
  const search = (asked.get("search") ?? "").slice(0, 200);
  const page = orPage(await settingsPage(ctx, { group: (asked.get("group") ?? "").slice(0, 40), search }), request);
  const links = [...Object.values(ownScreens), ...(isOpenTo(person, "orders") ? [honestUse] : [])];
  return { ...(await readerClock(ctx, person)), page, search, links, saved: flashOf(request) };
}

const wasMark = "was:";

/** The controls whose text is not what the page showed; a list of checks is one text. */
function editsIn(form: FormData) {
  const texts = (name: string) => form.getAll(name).filter((one) => typeof one === "string");
  const plain = (text: string) => text.replaceAll("\r\n", "\n");
  return [...new Set(form.keys())]
    .filter((name) => name.startsWith(wasMark))
    .map((name) => {
      const own = name.slice(wasMark.length);
      const isSwitch = form.has(`switch:${own}`);
      const is = plain(texts(own).join(", "));
      return { name: own, was: plain(texts(name)[0] ?? ""), is: isSwitch && is === "" ? "off" : is };
    })
    .filter(({ was, is }) => was !== is);
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const form = await request.formData();
  const edits = editsIn(form);
  const { pathname, search } = pageUrl(request);
  const back = `${pathname}${search.replace(/[?&]index$/, "")}`;
  if (edits.length === 0) return redirectWithFlash(back, "same");
  const repeat = String(form.get("repeat") ?? "");
  const values = { ...Object.fromEntries(edits.map(({ name, is }) => [name, is])), repeat };
  const again = (refusal: Refusal) => refusedForm(refusal, values);
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const asked = await mustRepeat(known, repeat, sumsInEdits(edits));
      if (asked) return again(asked);
      const saved = await saveSettings(known, { edits });
      return saved.ok ? redirectWithFlash(back, "saved") : again(saved);
    },
    again,
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Settings", matches);

const GroupLinks = ({ groups, group }: Pick<SettingsPage, "groups" | "group">) => (
  <nav
    className="top-6 max-xl:flex max-xl:overflow-x-auto max-xl:border-b max-xl:border-rule-strong max-xl:[scrollbar-width:none] xl:sticky"
    aria-label="Groups of settings"
  >
    {groups.map(({ id, label }) => (
      <Link
        key={id}
        to={`/admin/settings?group=${id}`}
        className="flex min-h-11 items-center py-1 pr-3 pl-[13px] leading-5 text-ink-2 no-underline hover:text-pen aria-[current]:border-pen aria-[current]:font-semibold not-hover:aria-[current]:text-ink max-xl:flex-none max-xl:border-b-3 max-xl:whitespace-nowrap not-aria-[current]:max-xl:border-transparent xl:border-l-3 not-aria-[current]:xl:border-rule"
        aria-current={id === group ? "page" : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
);

const savedTexts: Readonly<Record<string, string>> = {
  saved: "The settings are saved.",
  same: "You changed nothing, so nothing was saved.",
};

const labelsIn = (sections: SettingsPage["sections"]): Record<string, string> =>
  Object.fromEntries(
    sections.flatMap(({ rows }) => rows.flatMap(({ label, fields }) => fields.map(({ name }) => [name, label]))),
  );

/** While a field is wrong the button says nothing is saved, and leads to that field. */
const toWrongField = (event: MouseEvent<HTMLButtonElement>) => {
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
};

type UnsavedProps = { count: number; wrong: number; off: boolean; busy: boolean };

const Unsaved = ({ count, wrong, off, busy }: UnsavedProps) => (
  <div
    className={cx(
      "bottom-0 z-(--z-sticky) flex items-center gap-3 border border-t-2 border-rule bg-raised px-5 py-3 [position:sticky]",
      count > 0 || wrong > 0 ? "border-t-pen max-md:flex-wrap max-md:[&>.btn]:flex-1" : "border-t-rule-strong",
    )}
  >
    <p aria-live="polite" className={cx("mr-auto", (count > 0 || wrong > 0) && "max-md:w-full")}>
      {count > 0 && (
        <b className="font-semibold">{count === 1 ? "1 change not saved." : `${count} changes not saved.`}</b>
      )}{" "}
      {wrong > 0 && (
        <span className="text-error">
          {wrong === 1 ? "One value needs correction." : `${wrong} values need correction.`}
        </span>
      )}
    </p>
    {count > 0 && (
      <Button type="reset" variant="outline" small>
        Discard
      </Button>
    )}
    <Button small busy={busy} aria-disabled={off || undefined} onClick={off ? toWrongField : undefined}>
      {busy ? "Saving" : off ? "Correct the value first" : "Save settings"}
    </Button>
  </div>
);

type Answer = Route.ComponentProps["actionData"];

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { page, search, saved } = loaderData;
  const turn = useTurn(loaderData, saved, actionData);
  const [discarded, discard] = useState(-1);
  const kept = discarded !== turn;
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Settings</h1>
          <p className="soft">Keys and passwords are not here. They come from the server’s configuration.</p>
        </div>
        <Form method="get" action="/admin/settings" role="search" className="w-full md:w-68">
          <SearchInput key={search} defaultValue={search} aria-label="Find a setting" placeholder="Find a setting" />
        </Form>
      </div>
      <ConfirmDialog answer={actionData} className="mb-4" />
      {savedTexts[saved] && !actionData && <Notice tone="ok" live className="mb-4" title={savedTexts[saved]} />}
      <Editor
        key={`${page.group}?${search} ${turn} ${kept}`}
        {...loaderData}
        answer={kept ? actionData : undefined}
        onDiscard={() => discard(turn)}
      />
      <UndoForms sections={page.sections} />
    </>
  );
}

type EditorProps = Pick<Route.ComponentProps["loaderData"], "page" | "search" | "zone" | "links"> & {
  answer: Answer;
  onDiscard: () => void;
};

/** One group of settings as it was when somebody began to edit it, or with what was refused then. */
const Editor = ({ page: now, search, zone, links, answer: given, onDiscard }: EditorProps) => {
  const busy = useSent() !== undefined;
  const [{ page, answer }] = useState({ page: now, answer: given });
  const { errors: refused = {}, values = {}, message, stepUp } = answer ?? {};
  const [edited, setEdited] = useState(Object.keys(values).filter((name) => name !== "repeat"));
  const { left, wrong, onLeave, onType, forget } = useLeftFields(page.sections);
  const errors = Object.fromEntries(Object.entries({ ...refused, ...left }).filter(([, text]) => text !== ""));
  const { pages, read } = useWhatClientsRead();
  const mark = (form: HTMLFormElement) => {
    const edits = editsIn(new FormData(form));
    setEdited(edits.map(({ name }) => name));
    read(edits.map(({ name, is }) => [name, is]));
  };
  return (
    <>
      {answer && !stepUp && <ErrorSummary errors={refused} labels={labelsIn(page.sections)} message={message} />}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[11.5rem_minmax(0,1fr)_20rem]">
        <GroupLinks {...page} />
        <Form
          method="post"
          className="panels"
          onInput={(event) => {
            mark(event.currentTarget);
            onType(event);
          }}
          onBlur={onLeave}
          onReset={({ currentTarget }) => {
            forget();
            onDiscard();
            requestAnimationFrame(() => mark(currentTarget));
          }}
          preventScrollReset
        >
          {page.sections.length === 0 && (
            <Empty title={`No setting matches "${search}"`}>Check the spelling, or choose a group.</Empty>
          )}
          {page.sections.map(({ title, counts, rows }) => (
            <Panel
              key={title}
              title={title}
              aside={
                <span className="small muted nowrap">
                  {rows.length === 1 ? "1 setting" : `${rows.length} settings`}
                </span>
              }
            >
              {counts && <p className="panel-pad small soft">{counts}</p>}
              <SettingRows {...{ rows, zone, errors, values, edited }} />
            </Panel>
          ))}
          <RepeatSum text={sumToRepeat(answer)} />
          {page.sections.length > 0 && (
            <Unsaved count={edited.length} wrong={Object.keys(errors).length} off={wrong > 0} busy={busy} />
          )}
        </Form>
        <SettingsSide page={now} zone={zone} links={links} changed={edited.length > 0 ? pages : []} />
      </div>
    </>
  );
};

/**
 * What is wrong with numbers in fields that were left, by the fields' names; "" where a field is right now, whatever was
 * refused before. A field that is marked is judged with each letter, another one when it is left.
 */
function useLeftFields(sections: readonly ShownSection[]) {
  const [left, setLeft] = useState<Readonly<Record<string, string>>>({});
  const limits = new Map(
    sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map((field) => [field.name, field.limits]))),
  );
  const judge = ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const its = limits.get(name);
    if (!its) return;
    const read = readNumber(its, value);
    setLeft((known) => ({ ...known, [name]: read.ok ? "" : read.message }));
  };
  return {
    left,
    wrong: Object.values(left).filter(Boolean).length,
    onLeave: (event: FocusEvent) => judge(event),
    onType: (event: FormEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.getAttribute("aria-invalid")) judge(event);
    },
    forget: () => setLeft({}),
  };
}
