import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { kindsAt, levelOf, levelsOf, type NoticeLevel } from "../domain/levels.ts";
import type { NoticesPage } from "./notice-choices.server.ts";

type Group = NoticesPage["groups"][number];
type Props = { group: Group; wanted: ReadonlySet<string>; choose: (wanted: ReadonlySet<string>) => void };

const labels: Readonly<Record<NoticeLevel, string>> = { all: "All", important: "Only important", none: "None" };

const withOnly = (wanted: ReadonlySet<string>, kinds: readonly string[], on: readonly string[]): ReadonlySet<string> =>
  new Set([...[...wanted].filter((kind) => !kinds.includes(kind)), ...on]);

const Levels = ({ group: { name, label, lines }, wanted, choose, level }: Props & { level: NoticeLevel | null }) => {
  const levels = levelsOf(lines);
  const kinds = lines.map(({ kind }) => kind);
  return (
    <fieldset className="field">
      <legend className="vh">{`E-mails: ${label}`}</legend>
      <input type="hidden" name={`was-${name}`} value={level ?? ""} />
      <div className="seg" data-levels={levels.length}>
        {levels.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`level-${name}`}
              value={one}
              checked={one === level}
              onChange={() => choose(withOnly(wanted, kinds, kindsAt(one, lines)))}
            />
            {levels.length === 2 && one === "all" ? "Send" : labels[one]}
          </label>
        ))}
      </div>
      {level === null && <p className="help">Your own choice</p>}
    </fieldset>
  );
};

const Box = ({ line, wanted, choose }: Omit<Props, "group"> & { line: Group["lines"][number] }) => (
  <label className="check">
    <input
      type="checkbox"
      name="wanted"
      value={line.kind}
      checked={wanted.has(line.kind)}
      onChange={({ currentTarget }) => choose(withOnly(wanted, [line.kind], currentTarget.checked ? [line.kind] : []))}
    />
    <span>
      {line.label}
      {line.important && <span className="imp">important</span>}
      <small className="meta">{line.note}</small>
    </span>
  </label>
);

/** A group of kinds: one choice for all of them, and each for itself when it is unfolded. */
export const NoticeGroupBox = (props: Props) => {
  const { group, wanted, choose } = props;
  const { name, label, note, lines } = group;
  const off = lines.map(({ kind }) => kind).filter((kind) => !wanted.has(kind));
  const level = levelOf(lines, off);
  return (
    <section className="mailgroup" aria-labelledby={`g-${name}`}>
      <div className="g">
        <div>
          <h2 className="t2" id={`g-${name}`}>
            {label}
          </h2>
          <p>{note}</p>
        </div>
        <Levels {...props} level={level} />
      </div>
      {lines.length > 1 ? (
        <details>
          <summary>
            Choose one by one
            <Icon of={ChevronDown} />
          </summary>
          <div className="mails">
            {lines.map((line) => (
              <Box key={line.kind} line={line} wanted={wanted} choose={choose} />
            ))}
          </div>
        </details>
      ) : (
        lines.map(({ kind }) => wanted.has(kind) && <input key={kind} type="hidden" name="wanted" value={kind} />)
      )}
    </section>
  );
};
