import type { SocialLinks } from "#src/modules/operator/index.server.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";
import type { TypedNotice } from "../../menu/menu-errors.ts";

type Errors = Readonly<Record<string, string>>;

const networks: readonly (readonly [name: keyof SocialLinks, label: string])[] = [
  ["facebook", "Facebook"],
  ["instagram", "Instagram"],
  ["linkedin", "LinkedIn"],
  ["x", "X"],
];

/** The shop on other sites; the footer lists those that are set. */
export const SocialPanel = ({ social, errors }: { social: SocialLinks; errors: Errors }) => (
  <Panel title="Social links" aside={<span className="small muted">empty: not shown</span>} pad>
    <div className="grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2">
      {networks.map(([name, label]) => (
        <Field key={name} name={`social-${name}`} label={label} error={errors[`social-${name}`]}>
          <Input
            defaultValue={social[name]}
            placeholder="https://"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            translate="no"
          />
        </Field>
      ))}
    </div>
  </Panel>
);

type NoticeProps = { notice: TypedNotice; errors: Errors; zone: string; now: Date };

type MomentProps = { which: "from" | "until"; label: string } & Pick<NoticeProps, "notice" | "errors">;

const Moment = ({ which, label, notice, errors }: MomentProps) => (
  <>
    <Field name={`notice-${which}Date`} label={label} optional error={errors[`notice-${which}Date`]}>
      <Input type="date" defaultValue={notice[`${which}Date`]} />
    </Field>
    <Field name={`notice-${which}Time`} label="Time" optional error={errors[`notice-${which}Time`]}>
      <Input type="time" defaultValue={notice[`${which}Time`]} />
    </Field>
  </>
);

/** One sentence above every public page, between two days. */
export const NoticePanel = ({ notice, errors, zone, now }: NoticeProps) => (
  <Panel title="Notice bar" aside={<span className="small muted">empty: no bar</span>} pad>
    <div className="grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2">
      <Field
        name="notice-text"
        label="Text"
        help="Above the menu of public pages. At most 160 characters."
        error={errors["notice-text"]}
        className="col-span-full"
      >
        <Input defaultValue={notice.text} spellCheck />
      </Field>
      <Field name="notice-label" label="Words of its link" optional error={errors["notice-label"]}>
        <Input defaultValue={notice.label} spellCheck />
      </Field>
      <Field name="notice-to" label="Address of its link" optional error={errors["notice-to"]}>
        <Input defaultValue={notice.to} inputMode="url" autoCapitalize="none" spellCheck={false} translate="no" />
      </Field>
      <Moment which="from" label="Shown from" notice={notice} errors={errors} />
      <Moment which="until" label="Shown until" notice={notice} errors={errors} />
      <p className="small muted col-span-full">{`By the clock of the shop: ${zoneLabel(zone, now)}. Without a time a day counts from 00:00.`}</p>
    </div>
  </Panel>
);

/** What the footer has whatever is chosen here. */
export const FixedPanel = ({ methods }: { methods: string }) => (
  <Panel title="Always there">
    <ul>
      <li className="flex min-h-16 items-center justify-between gap-x-4 gap-y-2 border-t border-rule px-5 py-2">
        <div>
          <b className="font-semibold">Privacy policy, terms of service, accessibility</b>
          <p className="meta wrap-anywhere">the law asks for them</p>
        </div>
        <Status shape="dash">Fixed</Status>
      </li>
      <li className="flex min-h-16 items-center justify-between gap-x-4 gap-y-2 border-t border-rule px-5 py-2">
        <div>
          <b className="font-semibold">Contact and payment methods</b>
          <p className="meta wrap-anywhere">{`from Settings: ${methods}`}</p>
        </div>
        <LinkButton to="/admin/settings?group=site" variant="outline" small>
          Settings
          <span className="vh"> of contact and payment methods</span>
        </LinkButton>
      </li>
    </ul>
  </Panel>
);
