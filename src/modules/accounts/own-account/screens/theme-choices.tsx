import { useRadios } from "#src/ui/choices.tsx";

const choices = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "As the device" },
] as const;

const Half = ({ className }: { className: string }) => (
  <g className={className}>
    <rect className="ground" width="160" height="96" />
    <path className="ink" d="M20 26h56M20 42h120M20 54h104" />
    <rect className="pen" x="20" y="68" width="44" height="14" rx="2" />
  </g>
);

/** A page in small; the last one is half and half. */
const Miniature = ({ theme }: { theme: string }) => (
  <svg className="theme-page" viewBox="0 0 160 96" aria-hidden="true">
    <Half className={theme === "dark" ? "dark" : "light"} />
    {theme === "system" && (
      <svg x="80" width="80" height="96" viewBox="80 0 80 96" aria-hidden="true">
        <Half className="dark" />
      </svg>
    )}
  </svg>
);

/** Three small pages to choose from, inside a FieldGroup. */
export const ThemeChoices = ({ theme }: { theme: string }) => (
  <div className="themes">
    {useRadios({ choices, defaultValue: theme }).map(({ choice, id, input }) => (
      <label key={choice.value} htmlFor={id}>
        <Miniature theme={choice.value} />
        <span>
          {input}
          {choice.label}
        </span>
      </label>
    ))}
  </div>
);
