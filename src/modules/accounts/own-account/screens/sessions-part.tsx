import { Form } from "#src/ui/form.tsx";
import { Eye, Icon, Laptop, Smartphone } from "#src/ui/icons.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { GuardedButton, SetItem, SetRow, useSending } from "./part.tsx";
import type { SignInPage } from "./sign-in.server.ts";

const here = "/accountSettings/sign-in";

type Line = SignInPage["sessions"][number];

const SessionRow = ({
  line: { id, here: mine, device, phone, used, began },
  fresh,
}: {
  line: Line;
  fresh: boolean;
}) => (
  <SetItem
    mark={<Icon of={phone ? Smartphone : Laptop} />}
    name={
      <>
        {device} {mine && <TagMark>This browser</TagMark>}
      </>
    }
    detail={`${began}. Last used ${used}`}
    action={
      !mine && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="id" value={id} />
          <GuardedButton fresh={fresh} here={here} variant="quiet" small label={`Sign out: ${device}, ${used}`}>
            Sign out
          </GuardedButton>
        </Form>
      )
    }
  />
);

/** Browsers that are signed in to the account. */
export const SessionsPart = ({ sessions, fresh, zone }: Pick<SignInPage, "sessions" | "fresh" | "zone">) => {
  const busy = useSending("end-others");
  return (
    <SetRow
      id="sessions"
      title="Where you are signed in"
      says={`If you do not know one of these, sign it out and change your password. Times are in ${zone}.`}
    >
      <ul className="setlist">
        {sessions.map((line) => (
          <SessionRow key={line.id} line={line} fresh={fresh} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" className="row mt-4" preventScrollReset>
          <input type="hidden" name="intent" value="end-others" />
          <GuardedButton fresh={fresh} here={here} variant="outline" small busy={busy}>
            Sign out everywhere else
          </GuardedButton>
        </Form>
      )}
    </SetRow>
  );
};

/** When an admin saw the pages as this person does, and why. Nothing where nobody did. */
export const ViewsPart = ({ views, zone }: Pick<SignInPage, "views" | "zone">) =>
  views.length === 0 ? null : (
    <SetRow
      id="views"
      title="When we looked at your pages"
      says={`To help you, an admin can see your pages for a short time and change nothing. Conversations, checks, files and sign-in stay closed. The last ten times, in ${zone}.`}
    >
      <ul className="setlist">
        {views.map(({ id, reason, running, when }) => (
          <SetItem
            key={id}
            mark={<Icon of={Eye} />}
            name={
              <>
                {when} {running && <TagMark>Now</TagMark>}
              </>
            }
            detail={<span className="wrap-anywhere">{`Reason: ${reason}`}</span>}
          />
        ))}
      </ul>
    </SetRow>
  );
