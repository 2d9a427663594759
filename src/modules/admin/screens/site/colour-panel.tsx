import { useEffect, useRef } from "react";
import {
  type Contrasts,
  type Judged,
  leastContrast,
  lightColours,
  readColour,
  surfaces,
  type ThemeColours,
} from "#src/modules/operator/index.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { fieldId } from "#src/ui/field.tsx";
import { ArrowRight, CircleAlert, CircleCheck, Icon } from "#src/ui/icons.tsx";
import { Status } from "#src/ui/status.tsx";

/** A colour to look at; its words stand beside it. */
export const Swatch = ({ colour }: { colour: string }) => (
  <svg className="swatch" viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" fill={colour} />
  </svg>
);

const id = fieldId("colour");

type Props = {
  typed: string;
  judged: Judged;
  published: string;
  /** While somebody types or picks. */
  onType: (colour: string) => void;
  /** A colour that is taken as a whole. */
  onChoose: (colour: string) => void;
};

const uses = [
  { of: "button", label: "Text on the button" },
  { of: "link", label: "Links on the page" },
  { of: "tint", label: "The chosen row" },
] as const satisfies readonly { of: keyof Contrasts; label: string }[];

/** Never rounded up to what it has to be. */
const oneDigit = (contrast: number): string =>
  (contrast < leastContrast ? Math.min(contrast, leastContrast - 0.1) : contrast).toFixed(1);

const Sample = ({ ground, ink }: { ground: string; ink: string }) => (
  <svg className="sample" viewBox="0 0 36 26" aria-hidden="true">
    <rect width="36" height="26" fill={ground} />
    <text x="18" y="18" textAnchor="middle" fill={ink}>
      Aa
    </text>
  </svg>
);

const Theme = ({ title, of, theme }: { title: string; of: ThemeColours; theme: keyof typeof surfaces }) => {
  const { pen, tint } = of.shades;
  const { onPen, ground } = surfaces[theme];
  const samples = {
    button: { ground: pen, ink: onPen },
    link: { ground, ink: pen },
    tint: { ground: tint, ink: pen },
  };
  return (
    <div className="cres">
      <h3>{title}</h3>
      <ul>
        {uses.map(({ of: use, label }) => {
          const passes = of.contrasts[use] >= leastContrast;
          return (
            <li key={use}>
              <Status shape={passes ? "check" : "alert"}>
                <span className="vh">{passes ? "passes" : "fails"}</span>
              </Status>
              <Sample {...samples[use]} />
              <span>{label}</span>
              <b>{oneDigit(of.contrasts[use])}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

const Verdict = ({ judged }: { judged: Judged }) => (
  <div aria-live="polite" id={`${id}-verdict`}>
    {judged.ok ? (
      <p className="okline">
        <Icon of={CircleCheck} />
        Readable in light and dark
      </p>
    ) : (
      <p className="errline">
        <Icon of={CircleAlert} />
        {judged.why}
      </p>
    )}
  </div>
);

const Offer = ({ judged, onTake }: { judged: Judged; onTake: (colour: string) => void }) => {
  if (judged.ok || !judged.offer || !judged.colour) return null;
  const { offer } = judged;
  const { button, link, tint } = lightColours(offer).contrasts;
  return (
    <div className="offer-colour">
      <span className="pairdots" aria-hidden="true">
        <Swatch colour={judged.colour} />
        <Icon of={ArrowRight} />
        <Swatch colour={offer} />
      </span>
      <div>
        <p className="strong">
          Nearest colour that is readable: <code translate="no">{offer}</code>
        </p>
        <p className="mean">{`Same hue, darker: ${oneDigit(button)}, ${oneDigit(link)} and ${oneDigit(tint)} in light. The preview shows it already.`}</p>
      </div>
      <Button
        name="step"
        value="offer"
        small
        onClick={(event) => {
          event.preventDefault();
          onTake(offer);
        }}
      >
        {`Take ${offer}`}
      </Button>
    </div>
  );
};

/** The main colour: checked while it is typed, in both themes, with the nearest that passes. */
export const ColourPanel = ({ typed, judged, published, onType, onChoose }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const begun = useRef(typed);
  const taken = useRef(false);
  // What was typed before the scripts came stays, and counts.
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    const early = input.current?.value;
    if (early !== undefined && early !== begun.current) onChoose(early);
  });
  const choose = (colour: string) => {
    if (input.current) input.current.value = colour;
    onChoose(colour);
  };
  const take = (colour: string) => {
    choose(colour);
    input.current?.focus();
  };
  const colour = readColour(typed);
  return (
    <Panel
      title="Main colour"
      aside={
        <span className="small muted">
          published: <span translate="no">{published}</span>
        </span>
      }
    >
      <div className={cx("brow", !judged.ok && "err")}>
        <div>
          <label htmlFor={id}>Colour</label>
          <p className="mean">For buttons, links and chosen options. Type a value or pick a colour.</p>
        </div>
        <div className="ctl">
          <div className={cx("colourbox", !judged.ok && "bad")}>
            <span className="dot">
              <Swatch colour={colour ?? "none"} />
              <input
                type="color"
                className="js-only"
                aria-label="Pick a colour"
                value={(colour ?? published).toLowerCase()}
                onChange={(event) => choose(event.target.value.toUpperCase())}
              />
            </span>
            <input
              ref={input}
              id={id}
              name="colour"
              defaultValue={begun.current}
              onChange={(event) => onType(event.target.value)}
              onKeyDown={({ key }) => key === "Escape" && choose(published)}
              maxLength={40}
              spellCheck={false}
              autoComplete="off"
              translate="no"
              aria-invalid={!judged.ok || undefined}
              aria-describedby={`${id}-verdict`}
            />
          </div>
          <Verdict judged={judged} />
        </div>
      </div>
      {judged.light && judged.dark && (
        <div className="crow">
          <Theme title="Light" of={judged.light} theme="light" />
          <Theme title="Dark theme, made from it" of={judged.dark} theme="dark" />
        </div>
      )}
      <Offer judged={judged} onTake={take} />
    </Panel>
  );
};
