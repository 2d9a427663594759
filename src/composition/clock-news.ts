import { mailAdmins } from "../modules/accounts/index.server.ts";
import { siteSetting } from "../modules/operator/index.server.ts";
import type { ClockNews } from "../platform/clock-watch.ts";
import { readSetting } from "../platform/settings.ts";
import type { Work } from "../platform/work.ts";
import { zonedMoment } from "../shared/zone.ts";

/** Admins who may change settings get an e-mail when a jump of the clock holds the timers, and when the hold has ended by itself. */
export async function mailClockNews(work: Work, { jump, held }: ClockNews): Promise<void> {
  const { timeZone } = (await readSetting(work.tx, siteSetting)).value;
  const jumped = `The clock of the server jumped from ${zonedMoment(jump.from, timeZone)} to ${zonedMoment(jump.to, timeZone)}.`;
  const button = { label: "Open the overview", path: "/admin" };
  await mailAdmins(
    work,
    held
      ? {
          kind: "system.clock-held",
          moment: jump.to,
          subject: "The time on the server of your shop changed suddenly",
          content: {
            title: "Everything that happens automatically waits",
            paragraphs: [
              `${jumped} Reminders, expiries and completions wait, so that none happens at a wrong time. Orders, payments and messages work as before.`,
              "Check the time on the server. If it is wrong, correct it. Then confirm the time on the overview.",
              "If the clock runs normally for an hour and the jump made nothing due, the wait ends automatically.",
            ],
            button,
          },
        }
      : {
          kind: "system.clock-hold-ended",
          moment: jump.to,
          subject: "Automatic work in your shop continues",
          content: {
            title: "Automatic work continues",
            paragraphs: [
              `${jumped} It has run normally for an hour, and the jump made nothing due. Reminders, expiries and completions run again. You need not do anything.`,
            ],
            button,
          },
        },
  );
}
