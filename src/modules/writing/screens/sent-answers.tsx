import { digestOf } from "#src/modules/files/index.ts";
import { counted } from "#src/shared/counted.ts";
import { countryName, isCountry } from "#src/shared/countries.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { TermList } from "#src/ui/reading.tsx";
import { fluencies, kindsOfWork, levelLabels } from "../domain/application.ts";
import type { HiringData } from "./hiring.server.ts";

type Sent = NonNullable<HiringData["own"]>["sent"];

const lines = (all: readonly string[]): string => all.join("\n");

const termsOf = ({ name, country, timeZone, hours, background, kinds, subjects, languages }: Sent) => [
  { key: "name", term: "Name", value: name },
  { key: "country", term: "Country", value: isCountry(country) ? countryName(country) : country },
  { key: "zone", term: "Time zone", value: timeZone && zoneLabel(timeZone) },
  { key: "hours", term: "Hours a week", value: hours },
  { key: "background", term: "Background", value: background },
  { key: "kinds", term: "Work", value: lines(kinds.map((kind) => kindsOfWork[kind])) },
  {
    key: "subjects",
    term: "Subjects, up to",
    value: lines(subjects.map(({ name: subject, upTo }) => `${subject}, ${levelLabels[upTo]}`)),
  },
  {
    key: "languages",
    term: "Languages",
    value: lines(languages.map(({ name: language, fluency }) => `${language}: ${fluencies[fluency].toLowerCase()}`)),
  },
];

/** Everything that the applicant sent, as the team reads it. */
export const SentAnswers = ({ sent }: { sent: Sent }) => (
  <section className="mt-10" aria-labelledby="sent-answers">
    <h2 className="t2 mb-4" id="sent-answers">
      What you sent
    </h2>
    <div className="[&_dd]:whitespace-pre-line">
      <TermList terms={termsOf(sent).filter(({ value }) => value !== "")} />
    </div>
    <div className="between mt-8 mb-2">
      <h3 className="t3">The short task</h3>
      <span className="small muted">{counted(digestOf(sent.task), "word")}</span>
    </div>
    <p className="prose whitespace-pre-wrap wrap-anywhere">{sent.task}</p>
    {sent.agreed && <p className="small muted mt-4">You agreed to the fair-work terms.</p>}
  </section>
);
