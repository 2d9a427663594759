import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import type { EndpointLine } from "../webhooks/endpoint-list.ts";

type StepsProps = {
  of: EndpointLine;
  /** The id of the answer that is shown: dialogs close with each new one. */
  asked: string | undefined;
};

/** What can be done with a webhook. */
export const EndpointSteps = ({ of: { state }, asked }: StepsProps) => {
  const isOn = state === "on" || state === "failing";
  return (
    <div className="stack [--gap:12px]">
      <Form method="post" className="row [--gap:12px]">
        {isOn && (
          <Button name="step" value="test" variant="outline" small>
            Send a test
          </Button>
        )}
        <Button name="step" value={isOn ? "off" : "on"} variant="outline" small>
          {isOn ? "Switch off" : "Switch on"}
        </Button>
      </Form>
      <div className="row [--gap:12px]" key={asked}>
        <Confirm label="New secret" title="Make a new secret?" variant="outline" small>
          <p className="mb-4">For a day messages are signed with both, so that your program can change over.</p>
          <Form method="post">
            <ConfirmActions keep="Keep the old one">
              <Button name="step" value="rotate" small>
                Make a new secret
              </Button>
            </ConfirmActions>
          </Form>
        </Confirm>
        <Confirm label="Remove" title="Remove this webhook?" variant="outline" small>
          <p className="mb-4">Nothing is sent to it any more, and its log goes too.</p>
          <Form method="post">
            <ConfirmActions>
              <Button name="step" value="remove" variant="danger" small>
                Remove the webhook
              </Button>
            </ConfirmActions>
          </Form>
        </Confirm>
      </div>
    </div>
  );
};
