import { useState } from "react";
import type { SuggestedWriter } from "#src/modules/writing/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import { matchesSearch } from "#src/shared/search.ts";
import { Button } from "#src/ui/button.tsx";
import { useRadios } from "#src/ui/choices.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Icon, Search } from "#src/ui/icons.tsx";

const first = 5;

const matches = ({ name, pseudonym, reasons }: SuggestedWriter, search: string): boolean =>
  matchesSearch([name, pseudonym, ...reasons].join(" "), search);

const noteOf = ({ openOrders, capacity, payCents, reasons }: SuggestedWriter): string =>
  [`${openOrders} of ${capacity} in work`, ...reasons, payCents !== null && `pay ${formatUsd(payCents)}`]
    .filter(Boolean)
    .join(", ");

/** Writers to choose one from, the best first, searched where scripts work; without them all stand in the list. */
export const WriterChoice = ({
  writers,
  chosen,
}: {
  writers: readonly SuggestedWriter[];
  chosen: string | undefined;
}) => {
  const hydrated = useHydrated();
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const radios = useRadios({
    defaultValue: chosen,
    choices: writers.map((one) => ({ value: one.id, label: one.name, disabled: !one.hasCapacity })),
  });
  const found = writers.filter((one) => matches(one, search.trim()));
  const short = hydrated && !all && search.trim() === "";
  const shown = new Set(found.filter(({ id }, at) => !short || at < first || id === chosen).map(({ id }) => id));
  return (
    <>
      {writers.length > first && (
        <div className="with-start js-only mb-2">
          <Icon of={Search} />
          <input
            type="search"
            className="input"
            aria-label="Search writers"
            placeholder="Name, pseudonym or subject"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </div>
      )}
      {writers.map((one, at) => (
        <label key={one.id} className="check" htmlFor={radios[at]?.id} hidden={!shown.has(one.id)}>
          {radios[at]?.input}
          <span className="min-w-0">
            <span className="wrap-anywhere">{`${one.name} (${one.pseudonym})`}</span>
            <span className="small muted block">{noteOf(one)}</span>
          </span>
        </label>
      ))}
      {found.length === 0 && <p className="soft">{`Nobody matches "${search.trim()}".`}</p>}
      {short && writers.length > shown.size && (
        <Button type="button" variant="quiet" small onClick={() => setAll(true)}>
          {`Show all ${writers.length}`}
        </Button>
      )}
    </>
  );
};
