import { Button, LinkButton } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Empty, Lost } from "#src/ui/empty.tsx";
import { RotateCw, WifiOff } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Waiting } from "#src/ui/spinner.tsx";
import { toast } from "#src/ui/toasts.tsx";
import { Part } from "./part.tsx";

export const DesignFeedback = () => (
  <>
    <Part title="Notices" wide="w7">
      <div className="stack">
        <Notice
          tone="bad"
          title="We could not load your orders."
          actions={
            <Button type="button" small variant="outline" icon={RotateCw}>
              Try again
            </Button>
          }
        >
          Nothing is lost. Try again, or write to support.
        </Notice>
        <Notice tone="warn">Prices could not be refreshed. You see the standard prices.</Notice>
        <Notice tone="ok" title="Sent.">
          The link arrives in a few minutes.
        </Notice>
        <Notice>A sentence that helps.</Notice>
        <Notice tone="plain" icon={WifiOff} title="You are offline.">
          Your answers are saved on this device.
        </Notice>
      </div>
    </Part>
    <Part title="Toasts and dialogs" aside="5000 ms, errors stay" wide="w5">
      <div className="row [--gap:12px]">
        <Button type="button" variant="outline" small onClick={() => toast("Draft approved. Thank you.")}>
          Good news
        </Button>
        <Button
          type="button"
          variant="outline"
          small
          onClick={() =>
            toast("Failed to send message. Please try again.", {
              tone: "bad",
              action: { label: "Try again", onAction: () => toast("Sent.", { tone: "info" }) },
            })
          }
        >
          Bad news
        </Button>
        <Confirm label="Cancel order" small title="Cancel order 7KQ2M4X?">
          <p className="soft">You have not paid, so nothing is charged.</p>
          <ConfirmActions>
            <Button type="button" variant="danger" small>
              Cancel the order
            </Button>
          </ConfirmActions>
        </Confirm>
      </div>
      <div className="mt-8">
        <Waiting>Checking your sign-in</Waiting>
      </div>
    </Part>
    <Part title="Empty" wide="w5">
      <Empty
        art
        level={3}
        title="No orders yet"
        actions={
          <LinkButton to="/" small variant="outline">
            Price your first order
          </LinkButton>
        }
      >
        Your orders will be listed here, with their status and files.
      </Empty>
    </Part>
    <Part title="Not there" wide="w7">
      <Lost
        title="This page was deleted, or never written."
        actions={
          <>
            <LinkButton to="/">Home</LinkButton>
            <LinkButton to="/dashboard" variant="outline">
              Your orders
            </LinkButton>
          </>
        }
      >
        Check the address, or start from a known place.
      </Lost>
    </Part>
  </>
);
