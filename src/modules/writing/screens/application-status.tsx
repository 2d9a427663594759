import { useEffect } from "react";
import { Link } from "react-router";
import { FileList } from "#src/modules/files/index.screens.ts";
import { formatDay, formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { forgetDeviceDrafts } from "./device-draft.ts";
import type { HiringData } from "./hiring.server.ts";
import { SentAnswers } from "./sent-answers.tsx";

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
