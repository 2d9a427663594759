import type { ReactNode } from "react";
import { ModeNotice, useFrame } from "#src/modules/operator/index.screens.ts";
import { figures } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { AuthShell, Kept } from "#src/ui/auth-shell.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { BreakdownLines, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { KeptWork } from "../ports.ts";

const legal = [
  { to: "/privacy-policy", label: "Privacy policy" },
  { to: "/terms", label: "Terms of service" },
];

const keptNote = ({ quote, held, seenCents }: KeptWork): string => {
  if (quote && seenCents !== null)
    return `You saw ${formatUsd(seenCents)}. The price is ${formatUsd(quote.totalCents)} now, and you confirm it before you pay.`;
  return held
    ? "Your price is kept. After this step we continue from here."
    : "What you chose is kept. After this step we continue from there.";
};

const KeptSide = ({ kept }: { kept: KeptWork }) => (
  <Kept note={keptNote(kept)}>
    {kept.quote && (
      <PriceBreakdown aside={kept.quote.wordCount > 0 ? `${figures(kept.quote.wordCount)} words` : undefined}>
        <BreakdownLines lines={kept.quote.lines} />
        <BreakdownTotal cents={kept.quote.totalCents} {...(kept.seenCents !== null && { was: kept.seenCents })} />
      </PriceBreakdown>
    )}
  </Kept>
);

type AuthPageProps = { title: string; lede?: ReactNode; kept?: KeptWork | null; children: ReactNode };

/** The frame of sign in, register and reset: shop name, demo strip, legal links, and what was kept. */
export const AuthPage = ({ title, lede, kept, children }: AuthPageProps) => (
  <AuthShell
    name={useFrame()?.site.name ?? ""}
    title={title}
    lede={lede}
    legal={legal}
    strip={<ModeNotice />}
    side={kept ? <KeptSide kept={kept} /> : undefined}
  >
    {children}
  </AuthShell>
);

/** Why a form of these pages was refused, as a whole; what is wrong with a field stands beside it. */
export const RefusedMessage = ({ message }: { message: string | undefined }) =>
  message ? (
    <Notice tone="bad" live className="mt-5">
      <p>{message}</p>
    </Notice>
  ) : null;

/** An address of the three pages that continues to the same place afterwards. */
export const withNext = (path: string, next: string): string =>
  next ? `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}` : path;
