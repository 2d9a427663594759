import { Link, useNavigation } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Icon, Info } from "#src/ui/icons.tsx";
import { BackToList } from "./back-to-list.tsx";
import type { AdminChat } from "./chat.server.ts";

/** Closes the conversation, or opens it again. */
export const CloseForm = ({ state, className }: { state: "open" | "closed"; className?: string }) => {
  const step = state === "open" ? "close" : "reopen";
  const busy = useNavigation().formData?.get("step") === step;
  return (
    <Form method="post" className={className} preventScrollReset>
      <input type="hidden" name="step" value={step} />
      <Button small variant="outline" busy={busy} data-key={state === "open" ? "e" : undefined}>
        {state === "open" ? "Close the chat" : "Open it again"}
      </Button>
    </Form>
  );
};

/** Takes the conversation, or gives it back. `seen` says who had it when the page was made. */
const TakeForm = ({ me, assignedTo }: { me: string; assignedTo: string | null }) => {
  const mine = assignedTo === me;
  const busy = useNavigation().formData?.get("step") === "assign";
  return (
    <Form method="post" preventScrollReset className="ib-take">
      <input type="hidden" name="step" value="assign" />
      <input type="hidden" name="seen" value={assignedTo ?? ""} />
      <input type="hidden" name="to" value={mine ? "" : me} />
      <Button small variant={mine ? "quiet" : "outline"} busy={busy}>
        {mine ? "Give it back" : "Take it"}
      </Button>
    </Form>
  );
};

const holderLabel = ({ me, chat: { assignedTo, state }, holder }: AdminChat): string => {
  const who =
    assignedTo === me ? "You have this chat." : holder ? `${holder} has this chat.` : "Nobody has this chat yet.";
  return state === "closed" ? `${who} It is closed.` : who;
};

/** Whose conversation it is, who has it, and what can be done with it. */
export const ChatTop = ({ data, openBeside }: { data: AdminChat; openBeside: () => void }) => {
  const { chat, me } = data;
  return (
    <header className="ib-top">
      <BackToList />
      <div>
        <h2 className="t2" id="admin-support">
          Admin Support
        </h2>
        <p className="small muted wrap-anywhere">{`Chat with ${chat.name}${chat.role === 2 ? " (writer)" : ""}, ${chat.email}`}</p>
        <p className="small soft">{holderLabel(data)}</p>
      </div>
      <TakeForm me={me} assignedTo={chat.assignedTo} />
      <CloseForm state={chat.state} className="ib-close" />
      <Link
        className="btn-icon ib-about"
        to="?about"
        aria-label={`About ${chat.name}`}
        title={`About ${chat.name}`}
        onClick={(event) => {
          event.preventDefault();
          openBeside();
        }}
      >
        <Icon of={Info} />
      </Link>
    </header>
  );
};
