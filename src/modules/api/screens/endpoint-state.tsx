import { formatMoment } from "#src/shared/zone.ts";
import { Status } from "#src/ui/status.tsx";
import type { EndpointLine } from "../webhooks/endpoint-list.ts";

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
