import { useEffect, useRef } from "react";
import { Textarea } from "#src/ui/inputs.tsx";

type Props = {
  /** What the person wrote, or what was suggested before a refusal. */
  written: string | undefined;
  /** What stood here before anybody wrote. */
  guessed: string | undefined;
  /** Made of the answers as they stand now. */
  suggested: string;
};

/** The points that the work is taken by; they follow the other answers until somebody writes into them. */
export const ChecklistInput = ({ written, guessed, suggested }: Props) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const touched = written !== undefined && written !== guessed;
  const before = useRef(touched ? suggested : (written ?? suggested));
  useEffect(() => {
    if (box.current?.value === before.current) box.current.value = suggested;
    before.current = suggested;
  }, [suggested]);
  return (
    <>
      <Textarea
        ref={box}
        rows={4}
        maxLength={3_000}
        defaultValue={written ?? suggested}
        data-guessed={touched ? undefined : ""}
      />
      <input type="hidden" name="checklistGuess" value={suggested} />
    </>
  );
};
