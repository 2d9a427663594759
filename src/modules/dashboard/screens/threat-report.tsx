import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import type { SealPart } from "#src/shared/viewer.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ThreatPage } from "./threat.server.ts";

type Sealed = NonNullable<ThreatPage["sealed"]>;

const partNames: Readonly<Record<SealPart, string>> = {
  contact: "name and contact",
  work: "text and files",
  messages: "messages",
};

const Next = ({ sealed: { since, read, answered, answerBy } }: { sealed: Sealed }) => (
  <section aria-labelledby="next">
    <h2 className="t2" id="next">
      What happens next
    </h2>
    <ol className="timeline mt-4">
      <li className="done">
        <b>Sealed</b>
        <p>{since}</p>
      </li>
      <li className={read ? "done" : "now"}>
        <b>The owner got a notice</b>
        <p>{read ? `${since}, and opened the report ${read.at}` : since}</p>
      </li>
      <li className={answered ? "done" : read ? "now" : "next"}>
        <b>A person writes to you here</b>
        <p>
          {answered
            ? "Read the answer below."
            : `At the latest ${answerBy}. We do not send e-mails about it, because somebody may read them.`}
        </p>
      </li>
      <li className={answered ? "now" : "next"}>
        <b>We tell you what we found</b>
        <p>And what you can do with it, with the police or without.</p>
      </li>
    </ol>
  </section>
);

const Lines = ({ lines }: Pick<Sealed, "lines">) => (
  <section aria-labelledby="lines">
    <h2 className="t2" id="lines">
      Your report
    </h2>
    <ol className="mt-3.5 grid gap-4">
      {lines.map(({ id, side, text, at }) => (
        <li key={id}>
          <p className="small">
            <b>{side === "shop" ? "The owner" : "You"}</b> <span className="muted">{at}</span>
          </p>
          <QuotedText>{text}</QuotedText>
        </li>
      ))}
    </ol>
  </section>
);

const openingClass =
  "grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-b border-rule py-3 wrap-anywhere max-md:grid-cols-1";
const openingTimeClass = "text-ink-3 tabular-nums";

const Opened = ({ sealed: { read, openings } }: { sealed: Sealed }) => (
  <section aria-labelledby="opened">
    <h2 className="t2" id="opened">
      Who opened your data
    </h2>
    <ul className="mt-2.5 border-t border-rule-strong">
      {openings.map(({ id, parts, by, second, reason, at, to }) => (
        <li key={id} className={openingClass}>
          <time className={openingTimeClass}>{at}</time>
          <span>
            <b className="font-semibold">{`Your ${parts.map((part) => partNames[part]).join(", ")}`}</b>
            {`, until ${to}, by ${by}, confirmed by ${second}. Reason: ${reason}`}
          </span>
        </li>
      ))}
      {read && (
        <li className={openingClass}>
          <time className={openingTimeClass}>{read.at}</time>
          <span>
            <b className="font-semibold">Your report</b>
            {`, by ${read.by}, the owner. Reason: to answer you.`}
          </span>
        </li>
      )}
    </ul>
    <p className="small soft mt-2.5">
      {openings.length === 0 && "Nothing else was opened. "}Each opening stands here with its time, its reason and both
      names.
    </p>
  </section>
);

/** Pictures of what somebody wrote; they are sent with the form that contains this field. */
export const PicturesField = ({ field, error }: { field: ThreatPage["field"]; error: string | undefined }) =>
  field && (
    <FileField
      {...field}
      label="Pictures"
      hint="Screenshots of the messages. Only you and the owner see them."
      plain="Send each picture with the form below, before you send this one."
      error={error}
      optional
    />
  );

/** The same without scripts: a form of its own. */
export const PicturesUpload = ({ page: { field, orderId } }: { page: ThreatPage }) =>
  field && (
    <PlainUpload
      {...field}
      id="threat-file"
      next={orderId ? `/dashboard/orders/${orderId}/threat` : "/accountSettings/threat"}
    />
  );

type ReportProps = { sealed: Sealed; page: ThreatPage; errors: Record<string, string>; typed?: string | undefined };

/** What became of a report: what happens, what was written, who opened what, more to say, and the end of the seal. */
export const ThreatReport = ({ sealed, page, errors, typed }: ReportProps) => {
  const busy = useSent() !== undefined;
  return (
    <>
      <Next sealed={sealed} />
      {sealed.lines.length > 0 && <Lines lines={sealed.lines} />}
      {sealed.files.length > 0 && (
        <section aria-labelledby="pictures">
          <h2 className="t2 mb-3" id="pictures">
            Pictures
          </h2>
          <FileList files={sealed.files} label="Pictures of your report" />
        </section>
      )}
      <Opened sealed={sealed} />
      <Form method="post" key={sealed.lines.length} className="stack [--gap:20px]">
        <input type="hidden" name="step" value="add" />
        <Field name="text" label="Add something" hint="A new message, a name that you remember." error={errors.text}>
          <Textarea rows={3} maxLength={10_000} defaultValue={typed} />
        </Field>
        <PicturesField field={page.field} error={errors.files ?? page.refusedUpload} />
        <div>
          <Button variant="outline" small busy={busy}>
            Add it
          </Button>
        </div>
      </Form>
      <PicturesUpload page={page} />
      <Form method="post">
        <input type="hidden" name="step" value="lift" />
        <p className="small soft mb-3">Is it over? Then our team sees your orders and messages as before.</p>
        <Button variant="quiet" small busy={busy}>
          Take the seal off
        </Button>
      </Form>
    </>
  );
};
