import type { PayoutRunPage } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useOver } from "#src/ui/use-over.ts";
import { useSent } from "#src/ui/use-sent.ts";

type Payout = PayoutRunPage["payouts"][number];

/** What this admin marked as sent last, while it can be taken back. */
export function lastSent(payouts: readonly Payout[], me: string, now: Date): readonly Payout[] {
  const mine = payouts.filter(({ undoUntil, endedBy }) => undoUntil && undoUntil > now && endedBy === me);
  const last = Math.max(...mine.map(({ endedAt }) => endedAt?.getTime() ?? 0));
  return mine.filter(({ endedAt }) => endedAt?.getTime() === last);
}

type Props = { payouts: readonly Payout[]; until: Date; now: Date };

/** Says what was marked, and takes it back for the rest of its minute: until then nobody is notified. */
export const JustSent = ({ payouts, until, now }: Props) => {
  const busy = useSent()?.get("step") === "undo";
  const over = useOver(until.getTime() - now.getTime());
  const [one] = payouts;
  if (over || !one) return null;
  const what = payouts.length === 1 ? one.name : counted(payouts.length, "writer");
  const cents = payouts.reduce((sum, payout) => sum + payout.cents, 0);
  return (
    <Notice
      tone="ok"
      live
      className="mb-4"
      title={`${formatUsd(cents)} for ${what} ${payouts.length === 1 ? "is" : "are"} marked as sent.`}
      actions={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="step" value="undo" />
          {payouts.map(({ id }) => (
            <input key={id} type="hidden" name="payoutId" value={id} />
          ))}
          <Button small variant="outline" busy={busy}>
            Undo
          </Button>
        </Form>
      }
    >
      {payouts.length === 1 ? "The writer gets an e-mail in one minute." : "Each writer gets an e-mail in one minute."}
    </Notice>
  );
};
