import { FileList } from "#src/modules/files/index.screens.ts";
import { DeliveryDetails, OriginalityReports } from "#src/modules/orders/index.screens.ts";
import { mostRatingText, ratingText, versionLength } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { OrderPageData } from "./order.server.ts";
import { refusedIn } from "./step-form.tsx";
import type { Refused } from "./submit-order-step.server.ts";
import "#src/ui/styles/pages/thread.css";

type Props = { shown: OrderPageData; zone: string; refused: Refused | undefined };
type Delivery = OrderPageData["deliveries"][number];

const nameOf = ({ number, final }: Pick<Delivery, "number" | "final">): string =>
  final ? `Version ${number}, final` : `Draft ${number}`;

const factsOf = (one: Delivery, files: number, zone: string): string => {
  const { by, at, openedAt } = one;
  return [
    versionLength(one),
    files > 0 && counted(files, "file"),
    by === "A" ? "by an admin" : "by the writer",
    formatMoment(at, zone),
    openedAt ? `opened ${formatMoment(openedAt, zone)}` : "not opened by the client",
  ]
    .filter(Boolean)
    .join(", ");
};

const pointsTitle = (count: number): string =>
  count === 1 ? "The client's point, answered" : `${count} points of the client, answered`;

type NotDeliveredProps = { one: OrderPageData["undelivered"][number]; zone: string };

/** What a writer who no longer has the order left behind. */
const NotDelivered = ({ one: { writer, savedAt, texts }, zone }: NotDeliveredProps) => (
  <details className="thread-fold">
    <summary>
      <b className="strong">{`Not delivered: ${writer}`}</b>
      <span className="small muted">{`saved ${formatMoment(savedAt, zone)}`}</span>
    </summary>
    <p className="small muted">Only admins see it. It is deleted 30 days after it was saved.</p>
    {texts.map(({ label, text }) => (
      <section key={label} className="mt-4" aria-label={label}>
        <p className="label">{label}</p>
        <div className="brief-text page-text max-h-96 overflow-y-auto">{text}</div>
      </section>
    ))}
  </details>
);

/** Drafts and deliveries, the newest first; one can be read here. */
export const TextsPanel = ({ shown, zone, refused }: Props) => {
  const { deliveries, undelivered, reading, handedFiles, order, list } = shown;
  const { errors, values } = refusedIn(refused, "report") ?? {};
  const { checklist } = order;
  if (deliveries.length === 0 && undelivered.length === 0) return null;
  const filesIn = (delivery: string) => handedFiles.filter(({ subject }) => subject === delivery);
  return (
    <div id="texts">
      <Panel title="Drafts and deliveries" pad>
        <ul className="stack [--gap:16px]">
          {deliveries.toReversed().map((one) => (
            <li key={one.number} className="row justify-between [--gap:12px]">
              <span className="min-w-0">
                <b className="strong block">{nameOf(one)}</b>
                <span className="small muted">{factsOf(one, filesIn(one.id).length, zone)}</span>
              </span>
              {reading?.number === one.number ? (
                <span className="small muted">shown below</span>
              ) : (
                <LinkButton
                  small
                  variant="outline"
                  to={`?${new URLSearchParams({ ...list.query, text: `${one.number}` })}#texts`}
                  preventScrollReset
                >
                  Read
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
        {reading && (
          <article className="mt-6" aria-label={nameOf(reading)}>
            {reading.note && <p className="soft brief-text mb-4">{`Note: ${reading.note}`}</p>}
            <DeliveryDetails along={reading} checklist={checklist} answersTitle={pointsTitle} />
            <FileList files={filesIn(reading.id)} label={`Files of ${nameOf(reading).toLowerCase()}`} />
            <OriginalityReports
              shown={reading.reports}
              zone={zone}
              asks={{ names: "step", page: `/admin/orders/${order.id}`, errors, values }}
            />
            {reading.text.trim() !== "" && (
              <div className="brief-text page-text max-h-96 overflow-y-auto">{reading.text}</div>
            )}
            {reading.text.trim() !== "" && (
              <LinkButton small variant="quiet" to={`style/${reading.number}`} className="mt-4">
                Check the writing style
              </LinkButton>
            )}
          </article>
        )}
        {undelivered.map((one) => (
          <NotDelivered key={one.savedAt.toISOString()} one={one} zone={zone} />
        ))}
      </Panel>
    </div>
  );
};

const replyStep = "rating-reply";

const Reply = ({ refused }: Pick<Props, "refused">) => {
  const busy = useSent()?.get("step") === replyStep;
  const mine = refusedIn(refused, replyStep);
  return (
    <Form method="post" className="stack [--gap:16px] mt-4" preventScrollReset>
      <input type="hidden" name="step" value={replyStep} />
      <Field
        name={`${replyStep}.reply`}
        label="Your reply"
        hint="One reply. The client reads it on the order's page and gets an e-mail."
        error={mine?.errors[`${replyStep}.reply`]}
      >
        <Textarea rows={3} maxLength={mostRatingText} defaultValue={mine?.values.reply} />
      </Field>
      <div>
        <Button variant="outline" small busy={busy}>
          {busy ? "Sending" : "Send the reply"}
        </Button>
      </div>
    </Form>
  );
};

/** The client's rating of the finished work, and the one reply to it. The writer sees neither. */
export const RatingPanel = ({ shown: { rating, order }, zone, refused }: Props) =>
  rating && (
    <Panel title="Rating" aside={<span className="small muted num">{formatMoment(rating.at, zone)}</span>} pad>
      <p className="strong">{ratingText(rating)}</p>
      <p className="brief-text mt-1">{rating.text ?? "No comment."}</p>
      {rating.reply ? (
        <div className="mt-4">
          <p className="small muted num">
            {`Answered${rating.repliedAt ? ` ${formatMoment(rating.repliedAt, zone)}` : ""}`}
          </p>
          <p className="brief-text">{rating.reply}</p>
        </div>
      ) : (
        <Reply refused={refused} />
      )}
      <p className="small muted mt-3">{`${order.writerName ?? "The writer"} does not see it.`}</p>
    </Panel>
  );
