import { useEffect } from "react";
import { Link } from "react-router";
import { FileList } from "#src/modules/files/index.screens.ts";
import { digestOf } from "#src/modules/files/index.ts";
import { counted } from "#src/shared/counted.ts";
import { countryName, isCountry } from "#src/shared/countries.ts";
import { formatDay, formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { fluencies, kindsOfWork, levelLabels } from "../domain/application.ts";
import { forgetDeviceDrafts } from "./device-draft.ts";
import type { HiringData } from "./hiring.server.ts";

type SentAnswersSent = NonNullable<HiringData["own"]>["sent"];

const lines = (all: readonly string[]): string => all.join("\n");

const termsOf = ({ name, country, timeZone, hours, background, kinds, subjects, languages }: SentAnswersSent) => [
  { key: "name", term: "Name", value: name },
  { key: "country", term: "Country", value: isCountry(country) ? countryName(country) : country },
  { key: "zone", term: "Time zone", value: timeZone && zoneLabel(timeZone) },
  { key: "hours", term: "Hours a week", value: hours },
  { key: "background", term: "Background", value: background },
  { key: "kinds", term: "Work", value: lines(kinds.map((kind) => kindsOfWork[kind])) },
  {
    key: "subjects",
    term: "Subjects, up to",
    value: lines(subjects.map(({ name: subject, upTo }) => `${subject}, ${levelLabels[upTo]}`)),
  },
  {
    key: "languages",
    term: "Languages",
    value: lines(languages.map(({ name: language, fluency }) => `${language}: ${fluencies[fluency].toLowerCase()}`)),
  },
];

/** Everything that the applicant sent, as the team reads it. */
const SentAnswers = ({ sent }: { sent: SentAnswersSent }) => (
  <section className="mt-10" aria-labelledby="sent-answers">
    <h2 className="t2 mb-4" id="sent-answers">
      What you sent
    </h2>
    <div className="[&_dd]:whitespace-pre-line">
      <TermList terms={termsOf(sent).filter(({ value }) => value !== "")} />
    </div>
    <div className="between mt-8 mb-2">
      <h3 className="t3">The short task</h3>
      <span className="small muted">{counted(digestOf(sent.task), "word")}</span>
    </div>
    <p className="prose whitespace-pre-wrap wrap-anywhere">{sent.task}</p>
    {sent.agreed && <p className="small muted mt-4">You agreed to the fair-work terms.</p>}
  </section>
);

type Props = { own: NonNullable<HiringData["own"]>; zone: string; refused: string | undefined };

const Sent = ({ own: { sentAt, openOrders }, zone }: Props) => (
  <>
    <Notice tone="ok" title="We have your application.">
      <p>
        {sentAt && `You sent it on ${formatMoment(sentAt, zone)}. `}A person of our team reads it. You always get an
        answer by e-mail.
      </p>
    </Notice>
    {openOrders.length > 0 && (
      <Notice tone="warn" title="You have orders of your own that are open." className="mt-4">
        <p>
          {`We can accept you when they are finished or cancelled: ${openOrders.slice(0, 5).join(", ")}. `}
          <Link to="/dashboard">Your orders</Link>
        </p>
      </Notice>
    )}
    <div className="mt-6">
      <Confirm label="Withdraw the application" title="Withdraw your application?" variant="quiet" small>
        <p className="soft">It is deleted with its samples. You can apply again at any time.</p>
        <Form method="post" action="/hiring">
          <ConfirmActions>
            <Button small variant="danger" name="intent" value="withdraw">
              Withdraw it
            </Button>
          </ConfirmActions>
        </Form>
      </Confirm>
    </div>
  </>
);

const Declined = ({ own: { reason, goneAt }, zone }: Props) => (
  <>
    <Notice tone="info" title="We did not accept your application this time. This is the reason:">
      <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>
    </Notice>
    {goneAt && (
      <p className="mt-4 soft">
        {`We delete the application and its samples on ${formatDay(goneAt, zone)}. After that you can apply again.`}
      </p>
    )}
  </>
);

/** How a sent application stands, for its applicant. */
export const ApplicationStatus = (props: Props) => {
  const { own, refused } = props;
  useEffect(() => forgetDeviceDrafts(null), []);
  return (
    <div className="max-w-[44rem]">
      {refused && <Notice tone="bad" live title={refused} className="mb-4" />}
      {own.state === "declined" ? <Declined {...props} /> : <Sent {...props} />}
      <SentAnswers sent={own.sent} />
      {own.files.length > 0 && (
        <section className="mt-10" aria-labelledby="sent-samples">
          <h2 className="t2 mb-4" id="sent-samples">
            Your samples
          </h2>
          <FileList label="Your samples" files={own.files} />
        </section>
      )}
    </div>
  );
};
