import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";

type Props = {
  /** The field of the search. */
  name: string;
  /** What is searched for. */
  text: string;
  /** How many writers the search finds, and how many of them are listed. */
  all: number;
  listed: number;
  /** The form that searches, or the step of the form around it. */
  send: { form: string } | { step: string };
};

/** Says that there are more writers than the list has, and finds the others by name. */
export const WriterSearch = ({ name, text, all, listed, send }: Props) => {
  const asked = text.trim();
  const found = asked === "" ? counted(all, "writer") : `${counted(all, "writer")} for "${asked}"`;
  const says = listed < all ? `The best ${listed} of ${found} are listed. Search to find others.` : `${found}.`;
  const form = "form" in send ? send.form : undefined;
  return (
    <div className="stack mb-2 [--gap:8px]">
      <p className="small muted" role="status">
        {asked !== "" && all === 0 ? `No writer is found for "${asked}".` : says}
      </p>
      <div className="flex gap-2">
        <SearchInput
          className="min-w-0 grow"
          form={form}
          name={name}
          aria-label="Search all writers"
          placeholder="Name or subject"
          defaultValue={text}
        />
        <Button form={form} {...("step" in send && { name: "step", value: send.step })} variant="outline" small>
          Search
        </Button>
      </div>
    </div>
  );
};
