import { Checkbox } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { eventTypes } from "../webhooks/event-types.ts";

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
