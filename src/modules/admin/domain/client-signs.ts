import { counted } from "#src/shared/counted.ts";

/** More is unusual for one student. */
const usualADay = 4;
const usualRefunds = 2;

type Pace = { days: number; lastDay: number; placed: number; refunded: number };
type Payer = { personId: string; name: string };
type Shared = { personId: string; name: string; role: number; device: boolean };

/** Something unusual about a client, in words; `to` is the page of the other account that it names. */
export type Sign = { text: string; to: string | null };

/** What an admin may want to look at. Each can have a good reason, and none decides anything. */
export function clientSigns({
  pace,
  shared,
  payers = [],
  disposable = false,
}: {
  pace: Pace | null;
  shared: readonly Shared[];
  /** Other clients who paid with the same card or PayPal account. */
  payers?: readonly Payer[];
  /** The e-mail is of a service that gives addresses for minutes. */
  disposable?: boolean;
}): readonly Sign[] {
  const signs: (Sign | false)[] = [
    pace !== null &&
      pace.lastDay > usualADay && { text: `${counted(pace.lastDay, "order")} within 24 hours`, to: null },
    pace !== null &&
      pace.refunded > usualRefunds &&
      pace.refunded * 2 >= pace.placed && {
        text: `Money went back on ${pace.refunded} of ${counted(pace.placed, "order")} of the last ${counted(pace.days, "day")}`,
        to: null,
      },
    disposable && { text: "An e-mail address that lasts for minutes or hours", to: null },
    ...payers.map(({ personId, name }) => ({
      text: `Paid with the same card or PayPal account as ${name}`,
      to: `/admin/people/${personId}`,
    })),
    ...shared
      .filter(({ device, role }) => device && role !== 3)
      .map(({ personId, name }) => ({ text: `The same device as ${name}`, to: `/admin/people/${personId}` })),
  ];
  return signs.filter((one) => one !== false);
}
