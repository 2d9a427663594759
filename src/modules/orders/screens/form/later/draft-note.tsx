import { useLocation } from "react-router";
import { browserZone, localOf } from "#src/shared/zone.ts";
import { emptyForm } from "./keep-answers.ts";
import type { Kept } from "./kept-draft.ts";

const clock = (at: string): string => localOf(new Date(at), browserZone()).time;

type Props = { kept: Kept; person: string | null };

/** Where the answers are kept, and the way to an empty form. */
export default function DraftNote({ kept, person }: Props) {
  const { pathname } = useLocation();
  return (
    <>
      {kept.account
        ? "Your answers are saved on this device and in your account. "
        : "Your answers are saved on this device. "}
      {kept.replaced && (
        <span role="status">
          {`You also filled in this form on another device, at ${clock(kept.replaced)}. All answers from this device are saved now. `}
        </span>
      )}
      <button
        type="button"
        className="text-pen underline underline-offset-4 cursor-pointer"
        onClick={() => void emptyForm(person, pathname)}
      >
        Start with an empty form
      </button>
      {". "}
    </>
  );
}
