import { Phases } from "#src/ui/admin-shell.tsx";
import { isFormBusy, useLiveRead, useReadAgain } from "#src/ui/live/read-again.ts";
import "#src/ui/styles/pages/admin-dispute.css";
import "#src/ui/styles/pages/admin-payouts.css";

const names = ["Prepare", "Review", "Start", "Mark as sent"] as const;

/** The four steps of a payout; `now` is the present one, `notes` say when a step was taken or what it does. */
export const PayoutSteps = ({ now, notes }: { now: (typeof names)[number]; notes: readonly string[] }) => {
  const here = names.indexOf(now);
  const phases = names.map((name, at) => {
    const state = at < here ? "done" : at === here ? "now" : "next";
    return { name, state, note: notes[at] ?? "" } as const;
  });
  return (
    <Phases
      label="Steps of a payout"
      className="mb-4 grid-cols-4 rounded-md border border-rule-strong px-5 max-md:grid-cols-[repeat(4,auto)]"
      phases={phases}
    />
  );
};

type Page = { me: string; topics: readonly string[]; now: Date };

/** Reads a page of payouts again when money moves: not under a typed reference or an open question. */
export function useLivePayouts({ me, topics, now }: Page): void {
  const readAgain = useReadAgain();
  useLiveRead({ me, topics, readAt: now, read: () => (isFormBusy() ? false : readAgain()) });
}
