import { Link } from "react-router";
import { roleLabels } from "#src/modules/accounts/index.ts";
import { digestOf } from "#src/modules/files/index.ts";
import { fluencies, kindsOfWork, levelLabels } from "#src/modules/writing/index.ts";
import { counted } from "#src/shared/counted.ts";
import { countryName, isCountry } from "#src/shared/countries.ts";
import { formatDate, zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { TermList } from "#src/ui/reading.tsx";
import type { ApplicationShown } from "./application.server.ts";

/** What was answered, in the order of the form. */
export const AnswersPanel = ({ answers }: Pick<ApplicationShown, "answers">) => {
  const { kinds, subjects, languages, hours, background } = answers;
  const lines = (all: readonly string[]) => (all.length > 0 ? all.join("\n") : "nothing named");
  return (
    <Panel title="Answers" pad>
      <div className="answers">
        <TermList
          terms={[
            {
              key: "subjects",
              term: "Subjects, up to",
              value: lines(subjects.map(({ name, upTo }) => `${name}, ${levelLabels[upTo]}`)),
            },
            { key: "kinds", term: "Work", value: lines(kinds.map((kind) => kindsOfWork[kind])) },
            {
              key: "languages",
              term: "Languages",
              value: lines(languages.map(({ name, fluency }) => `${name}: ${fluencies[fluency].toLowerCase()}`)),
            },
            { key: "hours", term: "Hours a week", value: hours || "not said" },
            { key: "background", term: "Background", value: background || "not said" },
          ]}
        />
      </div>
    </Panel>
  );
};

export const TaskPanel = ({ task }: { task: string }) => (
  <Panel title="The short task" pad aside={<span className="small muted">{counted(digestOf(task), "word")}</span>}>
    <p className="prose whitespace-pre-wrap wrap-anywhere">{task}</p>
  </Panel>
);

/** Whose account it is. */
export const PersonPanel = ({ application, zone }: { application: ApplicationShown; zone: string }) => {
  const { answers, account, personId, openOrders } = application;
  const country = isCountry(answers.country) ? countryName(answers.country) : "not said";
  return (
    <Panel
      title="Person"
      pad
      aside={
        <Link to={`/admin/people/${personId}`} className="small tap">
          Account
        </Link>
      }
    >
      <TermList
        small
        terms={[
          { key: "name", term: "Name of the account", value: account.name },
          { key: "email", term: "E-mail", value: account.email },
          { key: "role", term: "Role", value: account.blocked ? "Blocked" : roleLabels[account.role] },
          { key: "since", term: "Account since", value: formatDate(account.since, zone) },
          { key: "country", term: "Country", value: country },
          { key: "zone", term: "Time zone", value: answers.timeZone ? zoneLabel(answers.timeZone) : "not said" },
          { key: "open", term: "Own open orders", value: openOrders.length === 0 ? "none" : openOrders.join(", ") },
        ]}
      />
    </Panel>
  );
};
