import { useRef, useState } from "react";
import { Button, IconButton } from "#src/ui/button.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Plus, X } from "#src/ui/icons.tsx";
import { Textarea, useControl } from "#src/ui/inputs.tsx";

type Point = { key: number; text: string };

const most = 40;

const pointsOf = (text: string): Point[] => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (lines.length > 0 ? lines : [""]).map((line, key) => ({ key, text: line }));
};

/** What should change, a field for each point; sent as one text with a point in each line. Without scripts it is that text. */
export const PointsInput = ({ defaultValue }: { defaultValue: string }) => {
  const { id, name, ...describedBy } = useControl();
  const scripts = useHydrated();
  const [points, setPoints] = useState(() => pointsOf(defaultValue));
  const next = useRef(points.length);
  if (!scripts) return <Textarea rows={5} maxLength={10_000} defaultValue={defaultValue} />;
  const whole = points
    .map(({ text }) => text.replaceAll(/\s*\n\s*/g, " ").trim())
    .filter(Boolean)
    .join("\n");
  const change = (key: number, text: string) =>
    setPoints(points.map((point) => (point.key === key ? { key, text } : point)));
  return (
    <>
      <input type="hidden" name={name} value={whole} />
      <ol className="points">
        {points.map(({ key, text }, at) => (
          <li key={key}>
            <textarea
              className="textarea"
              rows={2}
              maxLength={2_000}
              id={at === 0 ? id : undefined}
              aria-label={`Point ${at + 1}`}
              {...describedBy}
              data-field={name}
              placeholder="What should change, and where?"
              value={text}
              onChange={({ currentTarget }) => change(key, currentTarget.value)}
            />
            <IconButton
              icon={X}
              label={`Remove point ${at + 1}`}
              disabled={points.length === 1}
              onClick={() => setPoints(points.filter((point) => point.key !== key))}
            />
          </li>
        ))}
      </ol>
      {points.length < most && (
        <Button
          type="button"
          variant="quiet"
          small
          icon={Plus}
          onClick={() => {
            next.current += 1;
            setPoints([...points, { key: next.current, text: "" }]);
          }}
        >
          Add a point
        </Button>
      )}
    </>
  );
};
