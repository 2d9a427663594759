import { useRef } from "react";
import { Link } from "react-router";
import { sizeLabel } from "#src/modules/files/index.ts";
import type { BrandChoice, BrandPicture } from "#src/modules/operator/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import { Mark } from "#src/ui/wordmark.tsx";
import { brandLabels } from "../../brand/brand-labels.ts";

/** As many characters as the top of a page shows (ui/wordmark.tsx). */
const fits = 24;

type Slot = "light" | "dark" | "icon";
type Errors = Readonly<Record<string, string | undefined>>;

export const addressOf = ({ id, type }: BrandPicture): string => `/brand/${id}.${type}`;

/** A chosen file is sent at once, with what is typed; without scripts by the button beside it. */
const Choose = ({ slot, has, error }: { slot: Slot; has: boolean; error: string | undefined }) => {
  const id = fieldId(slot);
  const send = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="choose">
        <label className="btn btn-outline btn-sm">
          {has ? "Replace" : "Upload"}
          <span className="vh">{` the ${brandLabels[slot]}`}</span>
          <input
            id={id}
            type="file"
            name={`file-${slot}`}
            accept="image/svg+xml,image/png"
            className="vh"
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ currentTarget }) => currentTarget.form?.requestSubmit(send.current)}
          />
        </label>
        <Button ref={send} variant="outline" small name="step" value={`put:${slot}`} className="no-script">
          Send the file
          <span className="vh">{` of the ${brandLabels[slot]}`}</span>
        </Button>
        {has && (
          <Button variant="quiet" small name="step" value={`remove:${slot}`}>
            Remove
            <span className="vh">{` the ${brandLabels[slot]}`}</span>
          </Button>
        )}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </>
  );
};

const about = ({ name, bytes }: BrandPicture): string => `${name}, ${sizeLabel(bytes)}`;

type LogoProps = { slot: "light" | "dark"; brand: BrandChoice; errors: Errors };

const Logo = ({ slot, brand, errors }: LogoProps) => {
  const own = brand[slot];
  const shown = own ?? brand.light ?? brand.dark;
  const other = slot === "light" ? "dark" : "light";
  return (
    <div className="logo">
      <div className={`tile ${slot}`}>{shown ? <img src={addressOf(shown)} alt="" /> : <Mark />}</div>
      <p className="mean wrap-anywhere">
        <b className="strong block">{slot === "light" ? "Light" : "Dark"}</b>
        {own ? about(own) : shown ? `the ${other} one is used` : "the mark and the name"}
      </p>
      <Choose slot={slot} has={own !== null} error={errors[slot]} />
    </div>
  );
};

const isSquarish = ({ width, height }: BrandPicture): boolean => width / height < 1.4 && height / width < 1.4;

const IconRow = ({ brand, errors }: { brand: BrandChoice; errors: Errors }) => {
  const { icon, light } = brand;
  const shown = icon ?? (light && isSquarish(light) ? light : null);
  const from = icon ? about(icon) : shown ? "Made from the logo" : "Made from the mark";
  return (
    <div className={cx("brow", errors.icon && "err")}>
      <div>
        <b className="lab">Icon</b>
        <p className="mean">
          For browser tabs, home screens, e-mails and documents. Square, PNG of 512 pixels, or SVG.
        </p>
      </div>
      <div className="ctl icons">
        {["s", "m"].map((one) => (
          <span key={one} className={cx("icn", one, !icon && shown && "inset")}>
            {shown ? <img src={addressOf(shown)} alt="" /> : <Mark />}
          </span>
        ))}
        <span className="mean wrap-anywhere">{from}</span>
        <Choose slot="icon" has={icon !== null} error={errors.icon} />
      </div>
    </div>
  );
};

type Props = { name: string; brand: BrandChoice; errors: Errors };

/** The shop's name, which is edited with the other settings, its logo and its icon. */
export const MarksPanel = ({ name, brand, errors }: Props) => (
  <Panel title="Name and marks">
    <div className="brow">
      <div>
        <b className="lab">Name</b>
        <p className="mean">{`${fits} characters fit at the top of a page. A longer name is shown smaller, and a very long one is cut.`}</p>
      </div>
      <div className="ctl">
        <p className="wrap-anywhere" translate="no">
          {name}
        </p>
        <p className="mean flex flex-wrap justify-between gap-x-4">
          <Link to="/admin/settings?group=site">Change it in Settings</Link>
          <span>{`${[...name].length} of ${fits}`}</span>
        </p>
      </div>
    </div>
    <div className={cx("brow", (errors.light || errors.dark) && "err")}>
      <div>
        <b className="lab">Logo</b>
        <p className="mean">
          {"SVG, or PNG at least 320 pixels wide, up to 512\u00a0KB. It replaces the mark and the name."}
        </p>
      </div>
      <div className="ctl logos">
        <Logo slot="light" brand={brand} errors={errors} />
        <Logo slot="dark" brand={brand} errors={errors} />
      </div>
    </div>
    <IconRow brand={brand} errors={errors} />
  </Panel>
);
