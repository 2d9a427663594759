import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import type { EndpointLine } from "../webhooks/endpoint-list.ts";
import { eventTypes } from "../webhooks/event-types.ts";
import { SecretToCopy } from "./api-head.tsx";

export const endpointLabels = { url: "Address", events: "Events" };

type FieldsProps = {
  url: string;
  events: readonly string[];
  errors: Readonly<Record<string, string | undefined>>;
  /** Demo mode, which may send to itself. */
  demo: boolean;
};

/** The address of a webhook and the events it receives. */
export const EndpointFields = ({ url, events, errors, demo }: FieldsProps) => (
  <>
    <Field
      name="url"
      label={endpointLabels.url}
      hint={demo ? "https, or http to this computer." : "https, and reachable from the internet."}
      error={errors.url}
    >
      <Input type="text" inputMode="url" defaultValue={url} placeholder="https://" required />
    </Field>
    <FieldGroup name="events" label={endpointLabels.events} error={errors.events}>
      {Object.entries(eventTypes).map(([type, label], at) => (
        <Checkbox
          key={type}
          name="events"
          id={at === 0 ? "f-events" : `f-events-${at}`}
          value={type}
          defaultChecked={events.includes(type)}
        >
          {label}
        </Checkbox>
      ))}
    </FieldGroup>
  </>
);

const states = {
  on: { shape: "check", word: "On" },
  failing: { shape: "again", word: "Failing" },
  off: { shape: "pause", word: "Off" },
  "given-up": { shape: "alert", word: "Switched off" },
} as const;

/** Whether a webhook is sent to, and since when it fails. */
export const EndpointState = ({ of: { state, failingSince }, zone }: { of: EndpointLine; zone: string }) => (
  <>
    <Status shape={states[state].shape}>{states[state].word}</Status>
    {failingSince && state !== "off" && (
      <span className="small muted block">{`since ${formatMoment(failingSince, zone)}`}</span>
    )}
  </>
);

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

/** The one moment at which the secret of a webhook can be seen. */
export const NewSecret = ({ value, title }: { value: string; title: string }) => (
  <Notice tone="ok" live className="mb-4" title={title}>
    <p>Every message is signed with this secret. Keep it now: it is not shown again.</p>
    <SecretToCopy value={value} what="the secret" />
  </Notice>
);
