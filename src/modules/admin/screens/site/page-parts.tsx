import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { formatMoment, localOf, momentInZone, zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Clock } from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { RadioList } from "#src/ui/radio-lists.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";
import { Comparison } from "./comparison.tsx";
import { NewerVersion, OtherDrafts } from "./draft-notices.tsx";

/** When it is, and the zone of the shop. */
type ShopClock = { now: Date; zone: string };

type WhenProps = {
  clock: ShopClock;
  /** How many clients can be notified by e-mail; null or 0: the choice is not shown. */
  clients: number | null;
  later: boolean;
  onLater: (later: boolean) => void;
  /** What was typed before it was refused, and why. */
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
};

/** Now, or at a time by the clock of the shop. */
export const WhenPanel = (props: WhenProps) => (
  <Panel title="When" pad>
    <WhenFields {...props} />
  </Panel>
);

export const WhenFields = ({ clock: { now, zone }, clients, later, onLater, values, errors }: WhenProps) => {
  const ready = useHydrated();
  return (
    <>
      <FieldGroup name="when" label={<span className="vh">When the draft is published</span>}>
        <RadioList
          choices={[
            { value: "now", label: "Now" },
            { value: "later", label: "At a time", note: `By the clock of the shop: ${zoneLabel(zone, now)}` },
          ]}
          value={later ? "later" : "now"}
          onValue={(value) => onLater(value === "later")}
        />
      </FieldGroup>
      <input type="hidden" name="zone" value={zone} />
      {(later || !ready) && (
        <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
          <Field name="date" label="Day" error={errors.date}>
            <Input type="date" defaultValue={values.date ?? ""} min={localOf(now, zone).date} />
          </Field>
          <Field name="time" label="Time" error={errors.time}>
            <Input type="time" defaultValue={values.time ?? ""} />
          </Field>
        </div>
      )}
      {clients ? (
        <Checkbox name="tell" defaultChecked={values.tell === "on"} className="mt-2">
          {clients === 1
            ? "Tell the one client with open orders by e-mail"
            : `Tell the ${counted(clients, "client")} with open orders by e-mail`}
        </Checkbox>
      ) : null}
    </>
  );
};

type Plan = NonNullable<PageEditor["planned"]>;

/** The planned words become the draft; over a draft that there is they can be deleted alone. */
const Stop = ({ drafted }: { drafted: boolean }) =>
  drafted ? (
    <Confirm label="Stop it" title="Stop it and delete its words?" variant="outline" small>
      <p className="soft">
        You have another draft of this page, so the words of the planned version are deleted. To keep them, publish or
        discard your draft first.
      </p>
      <Form method="post">
        <ConfirmActions keep="Keep the plan">
          <Button name="step" value="drop" variant="danger" small>
            Stop it
          </Button>
        </ConfirmActions>
      </Form>
    </Confirm>
  ) : (
    <Form method="post">
      <Button name="step" value="stop" variant="outline" small>
        Stop it
      </Button>
    </Form>
  );

/** What stands against publishing it, or how it fits what came since. */
const Standing = ({ plan: { newer, both, errors }, zone }: { plan: Plan; zone: string }) => (
  <>
    {newer && (
      <p>{`${newer.author} published another version${newer.at && ` on ${formatMoment(new Date(newer.at), zone)}`}. ${
        both.length > 0
          ? `Both change the same place in: ${both.join(", ")}. Stop the plan, take the published changes into the draft, and plan it again.`
          : "The planned version keeps those changes and adds its own."
      }`}</p>
    )}
    {errors.map((message) => (
      <p key={message}>{message}</p>
    ))}
    {errors.length > 0 && <p>Stop the plan, correct the draft, and plan it again.</p>}
  </>
);

const titleOf = ({ author, at, both, errors }: Plan, { now, zone }: ShopClock): string => {
  const when = momentInZone(at, zone, now);
  if (both.length + errors.length === 0) return `Planned for ${when}, by ${author}.`;
  return at <= now ? `Not published at its time, ${when}.` : `Planned for ${when}, but it cannot be published then.`;
};

type PlannedProps = { plan: Plan; clock: ShopClock; drafted: boolean };

/** The version that waits for its time: what it changes, and the way to stop it. */
export const PlannedVersion = ({ plan, clock, drafted }: PlannedProps) => {
  const held = plan.both.length + plan.errors.length > 0;
  return (
    <Notice
      tone={held ? "warn" : "plain"}
      {...(!held && { icon: Clock })}
      title={titleOf(plan, clock)}
      className="mb-4"
      actions={<Stop drafted={drafted} />}
    >
      <Standing plan={plan} zone={clock.zone} />
      {plan.tell && <p>Clients with open orders get an e-mail then.</p>}
      {plan.changes.length > 0 && (
        <details className="their-changes">
          <summary>{`What it changes: ${plan.changes.join(", ")}`}</summary>
          <Comparison changes={plan.words} />
        </details>
      )}
    </Notice>
  );
};

const fieldNames: Readonly<Record<string, string>> = { label: "name", slug: "address", mayShow: "right to show" };

/** "line 13", or the field. */
const whereOf = ({ path, message }: FieldError): string =>
  (/^(?:Line|Question) \d+/.exec(message)?.[0] ?? `the ${fieldNames[path] ?? path}`).toLowerCase();

/** What keeps a draft from being published, in one sentence. */
export const wrongIn = (errors: readonly FieldError[]): string | null =>
  errors[0] ? `${counted(errors.length, "warning")} must be corrected: ${whereOf(errors[0])}.` : null;

const isOfALine = ({ path, message }: FieldError): boolean => path === "text" && /^(?:Line|Question) \d+/.test(message);

/** What is wrong with fields and with the text as a whole; its lines are named in its warnings. */
export const messagesByField = (errors: readonly FieldError[]): Record<string, string> =>
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
