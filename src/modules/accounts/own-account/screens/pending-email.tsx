import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSending } from "./part.tsx";

export type PendingEmail = { newEmail: string; until: string; oldSaidYes: boolean; newSaidYes: boolean };

const End = ({ email, saidYes }: { email: string; saidYes: boolean }) => (
  <li>
    <span className="min-w-0 wrap-anywhere">{email}</span>
    {saidYes ? <Status shape="check">Confirmed</Status> : <Status shape="clock">Waits for you</Status>}
  </li>
);

/** A change of address that waits for its two confirmations, and the way to take it back. */
export const PendingEmailNotice = ({
  newEmail,
  until,
  oldSaidYes,
  newSaidYes,
  email,
  live,
  demo,
}: PendingEmail & { email: string; live: boolean; demo: boolean }) => (
  <Notice
    live={live}
    className="mt-5"
    title="We sent two e-mails. Confirm the change in both."
    actions={
      <Form method="post">
        <input type="hidden" name="intent" value="cancel-email" />
        <Button variant="outline" small busy={useSending("cancel-email")}>
          Keep the old e-mail
        </Button>
      </Form>
    }
  >
    <ul className="settings-ends">
      <End email={email} saidYes={oldSaidYes} />
      <End email={newEmail} saidYes={newSaidYes} />
    </ul>
    <p>
      Until {until}. Look in the spam folder too.
      {demo && (
        <>
          {" "}
          In demo mode both e-mails are in the <Link to="/mailbox">mailbox</Link>.
        </>
      )}
    </p>
  </Notice>
);
