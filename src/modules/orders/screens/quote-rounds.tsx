import type { ShownRound } from "./quote-rounds.server.ts";

/** What a version says otherwise than the one before: the old words struck, the new ones added. */
export const QuoteChanges = ({ changes }: Pick<ShownRound, "changes">) => (
  <ul className="num grid gap-0.5 wrap-anywhere">
    {changes.map(({ label, from, to }) => (
      <li key={label}>
        {`${label}: `}
        {from && (
          <del className="cut">
            <span className="vh">was </span>
            {from}
          </del>
        )}
        {from && " "}
        {to ? <ins className="add">{to}</ins> : <span className="soft">taken out</span>}
      </li>
    ))}
  </ul>
);

const Facts = ({ facts }: Pick<ShownRound, "facts">) => (
  <p className="soft num">{facts.map(({ label, value }) => `${label}: ${value}`).join(". ")}</p>
);

const Round = ({ round }: { round: ShownRound }) => (
  <li className="grid gap-1 border-t border-rule pt-3 wrap-anywhere">
    <p>
      <b className="strong">{round.title}</b> <span className="small muted num">{round.at}</span>
    </p>
    {round.facts.length > 0 && <Facts facts={round.facts} />}
    {round.changes.length > 0 && <QuoteChanges changes={round.changes} />}
    {round.text && <p className="brief-text">{round.text}</p>}
    {round.scope && (
      <details>
        <summary className="flex min-h-11 w-fit items-center text-(length:--text-sm) font-semibold text-pen">
          What it includes
        </summary>
        {round.lines.length > 0 && (
          <p className="num">{round.lines.map(({ label, value }) => `${label} ${value}`).join(", ")}</p>
        )}
        <p className="brief-text">{round.scope}</p>
      </details>
    )}
  </li>
);

/** Versions of a quote and what was answered to them, oldest first. */
export const QuoteRounds = ({ rounds }: { rounds: readonly ShownRound[] }) => (
  <ol className="grid gap-4">
    {rounds.map((round) => (
      <Round key={round.key} round={round} />
    ))}
  </ol>
);
