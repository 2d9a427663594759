import { mailAdmins } from "../modules/accounts/index.server.ts";
import { siteSetting } from "../modules/operator/index.server.ts";
import type { ClockNews } from "../platform/clock-watch.ts";
import { defineMail } from "../platform/mail/mail-text.ts";
import { readSetting } from "../platform/settings.ts";
import type { Work } from "../platform/work.ts";
import { zonedMoment } from "../shared/zone.ts";

const button = { label: "Open the overview", path: "/admin" };
const jumped = "The clock of the server jumped from {{clock before}} to {{clock after}}.";
const values = { "clock before": "Tue 8 December 2026, 12:30", "clock after": "Wed 9 December 2026, 14:02" };

const held = defineMail({
  id: "system.clock-held",
  to: "admin",
  name: "The clock of the server jumped",
  when: "when the time changes suddenly",
  subject: "The time on the server of your shop changed suddenly",
  text: `
# Everything that happens automatically waits

${jumped} Reminders, expiries and completions wait, so that none happens at a wrong time. Orders, payments and messages work as before.

Check the time on the server. If it is wrong, correct it. Then confirm the time on the overview.

If the clock runs normally for an hour and the jump made nothing due, the wait ends automatically.

{{button}}`,
  values,
  example: { button },
});

const continued = defineMail({
  id: "system.clock-hold-ended",
  to: "admin",
  name: "Automatic work continues",
  when: "when the time was normal for an hour",
  subject: "Automatic work in your shop continues",
  text: `
# Automatic work continues

${jumped} It has run normally for an hour, and the jump made nothing due. Reminders, expiries and completions run again. You need not do anything.

{{button}}`,
  values,
  example: { button },
});

/** Admins who may change settings get an e-mail when a jump of the clock holds the timers, and when the hold has ended by itself. */
export async function mailClockNews(work: Work, { jump, held: isHeld }: ClockNews): Promise<void> {
  const { timeZone } = (await readSetting(work.tx, siteSetting)).value;
  const times = {
    "clock before": zonedMoment(jump.from, timeZone),
    "clock after": zonedMoment(jump.to, timeZone),
  };
  await mailAdmins(work, {
    kind: isHeld ? "system.clock-held" : "system.clock-hold-ended",
    moment: jump.to,
    ...(isHeld ? held : continued)(times, { button }),
  });
}
