import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { Answer, type FormAnswer, Part, useSending } from "#src/modules/accounts/index.screens.ts";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { browserZone, localOf } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form, useFormOwner } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { ChevronDown, Icon, Lock } from "#src/ui/icons.tsx";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import { kindsAt, levelOf, levelsOf, type NoticeLevel } from "../domain/tabs-and-levels.ts";
import type { Route } from "./+types/notice-choices.ts";
import { type NoticesPage, noticesPage, saveNotices } from "./notice-choices.server.ts";

type Group = NoticesPage["groups"][number];
type Props = { group: Group; wanted: ReadonlySet<string>; choose: (wanted: ReadonlySet<string>) => void };

const labels: Readonly<Record<NoticeLevel, string>> = { all: "All", important: "Only important", none: "None" };

const withOnly = (wanted: ReadonlySet<string>, kinds: readonly string[], on: readonly string[]): ReadonlySet<string> =>
  new Set([...[...wanted].filter((kind) => !kinds.includes(kind)), ...on]);

const Levels = ({ group: { name, label, lines }, wanted, choose, level }: Props & { level: NoticeLevel | null }) => {
  const levels = levelsOf(lines);
  const kinds = lines.map(({ kind }) => kind);
  return (
    <fieldset className="field">
      <legend className="vh">{`E-mails: ${label}`}</legend>
      <input type="hidden" name={`was-${name}`} value={level ?? ""} />
      <div className={cx("seg", levels.length === 3 && "grid-flow-row grid-cols-[1fr_1.55fr_1fr]")}>
        {levels.map((one) => (
          <label key={one} className="whitespace-nowrap">
            <input
              type="radio"
              name={`level-${name}`}
              value={one}
              checked={one === level}
              onChange={() => choose(withOnly(wanted, kinds, kindsAt(one, lines)))}
            />
            {levels.length === 2 && one === "all" ? "Send" : labels[one]}
          </label>
        ))}
      </div>
      {level === null && <p className="help">Your own choice</p>}
    </fieldset>
  );
};

const Box = ({ line, wanted, choose }: Omit<Props, "group"> & { line: Group["lines"][number] }) => (
  <label className="check py-2 text-[1rem]/6">
    <input
      type="checkbox"
      name="wanted"
      value={line.kind}
      checked={wanted.has(line.kind)}
      onChange={({ currentTarget }) => choose(withOnly(wanted, [line.kind], currentTarget.checked ? [line.kind] : []))}
    />
    <span>
      {line.label}
      {line.important && <span className="ml-1.5 font-serif text-sm/5 font-normal text-pen italic">important</span>}
      <small className="meta">{line.note}</small>
    </span>
  </label>
);

const groupGrid = "grid grid-cols-[minmax(0,1fr)_23rem] items-center gap-x-10 gap-y-3 max-md:grid-cols-1";

/** A group of kinds: one choice for all of them, and each for itself when it is unfolded. */
const NoticeGroupBox = (props: Props) => {
  const { group, wanted, choose } = props;
  const { name, label, note, lines } = group;
  const off = lines.map(({ kind }) => kind).filter((kind) => !wanted.has(kind));
  const level = levelOf(lines, off);
  return (
    <section className="border-t border-rule-strong py-6" aria-labelledby={`g-${name}`}>
      <div className={groupGrid}>
        <div>
          <h2 className="t2" id={`g-${name}`}>
            {label}
          </h2>
          <p className="small soft mt-0.5">{note}</p>
        </div>
        <Levels {...props} level={level} />
      </div>
      {lines.length > 1 ? (
        <details className="group mt-1">
          <summary className="inline-flex min-h-11 items-center gap-1.5 text-(length:--text-sm) text-pen underline decoration-pen-line underline-offset-[0.2em]">
            Choose one by one
            <Icon
              of={ChevronDown}
              className="size-4.5 [transition:rotate_var(--duration-base)] group-open:rotate-180"
            />
          </summary>
          <div className="mt-1 grid grid-cols-[1fr_1fr] gap-x-10 max-md:grid-cols-1">
            {lines.map((line) => (
              <Box key={line.kind} line={line} wanted={wanted} choose={choose} />
            ))}
          </div>
        </details>
      ) : (
        lines.map(({ kind }) => wanted.has(kind) && <input key={kind} type="hidden" name="wanted" value={kind} />)
      )}
    </section>
  );
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  return { ...(await noticesPage(ctx, request, person)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  return saveNotices(ctx, request, requirePerson(ctx, request));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, {});
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("E-mails", matches);

const Always = () => (
  <section className="border-t border-rule-strong py-6" aria-labelledby="always">
    <div className={groupGrid}>
      <div>
        <h2 className="t2" id="always">
          Receipts and security
        </h2>
        <p className="small soft mt-0.5">What was paid, line by line. New sign-ins, a changed password or address.</p>
      </div>
      <p className="soft mt-0.5 flex min-h-12 items-center justify-center gap-2 rounded-sm border border-dashed border-edge px-4 text-[1rem]/[1.375rem]">
        <Icon of={Lock} className="size-4.5 text-ink-3" />
        <span>Always sent</span>
      </p>
    </div>
  </section>
);

export default function Mails({ loaderData: { groups, off, email }, actionData }: Route.ComponentProps) {
  const hydrated = useHydrated();
  const busy = useSending();
  const saving = useFetcher<FormAnswer>();
  const { wanted, choose, savedAt } = useWanted(groups, off, saving);
  const answer = saving.data?.saved ? undefined : (saving.data ?? actionData);
  const mails = groups.filter(({ to }) => to !== "admin");
  const bell = groups.filter(({ to }) => to === "admin");
  const boxes = (some: typeof groups) =>
    some.map((group) => <NoticeGroupBox key={group.name} group={group} wanted={wanted} choose={choose} />);
  return (
    <Part
      title="E-mails"
      lede={
        <>
          Your <Link to="/notices">notices</Link>, behind the bell, always show everything. Here you choose what also
          comes to <span className="wrap-anywhere">{email}</span>.{" "}
          <Link to="/accountSettings/email">Change the address</Link>
        </>
      }
    >
      <Answer answer={answer} />
      <Form method="post">
        {boxes(mails)}
        <Always />
        {bell.length > 0 && (
          <>
            <h2 className="t1 border-t border-rule-strong pt-8">At the bell of the admin area</h2>
            <p className="soft mb-6">These are not e-mails. What you turn off is not shown at your bell.</p>
            {boxes(bell)}
          </>
        )}
        <div className="border-t border-rule-strong pt-5">
          {hydrated ? (
            <p className="small muted" role="status">
              {`Each choice is saved at once.${savedAt ? ` Saved at ${savedAt}.` : ""}`}
            </p>
          ) : (
            <Button busy={busy}>Save changes</Button>
          )}
        </div>
      </Form>
    </Part>
  );
}

/** Which kinds are wanted, with each choice saved at once. `savedAt` is the time of the device. */
function useWanted(
  groups: NoticesPage["groups"],
  off: readonly string[],
  saving: ReturnType<typeof useFetcher<FormAnswer>>,
) {
  const kinds = groups.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  const owner = useFormOwner();
  const [wanted, setWanted] = useState<ReadonlySet<string>>(() => new Set(kinds.filter((kind) => !off.includes(kind))));
  const [saved, setSaved] = useState<{ answer: unknown; at: string | null }>({ answer: undefined, at: null });
  if (saving.data && saved.answer !== saving.data)
    setSaved({
      answer: saving.data,
      at: saving.data.saved ? localOf(new Date(), browserZone()).time : saved.at,
    });
  const choose = (next: ReadonlySet<string>) => {
    setWanted(next);
    const form = new FormData();
    for (const [name, value] of Object.entries(owner)) form.set(name, value);
    for (const kind of next) form.append("wanted", kind);
    void saving.submit(form, { method: "post" });
  };
  return { wanted, choose, savedAt: saved.at };
}
