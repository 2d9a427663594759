import { useState } from "react";
import type { useFetcher } from "react-router";
import type { FormAnswer } from "../../screens/answers.server.ts";
import type { NoticesPage } from "./notices.server.ts";

/** Which kinds are wanted, with each choice saved at once. `savedAt` is the time of the device. */
export function useWanted(
  groups: NoticesPage["groups"],
  off: readonly string[],
  saving: ReturnType<typeof useFetcher<FormAnswer>>,
) {
  const kinds = groups.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  const [wanted, setWanted] = useState<ReadonlySet<string>>(() => new Set(kinds.filter((kind) => !off.includes(kind))));
  const [saved, setSaved] = useState<{ answer: unknown; at: string | null }>({ answer: undefined, at: null });
  if (saving.data && saved.answer !== saving.data)
    setSaved({
      answer: saving.data,
      at: saving.data.saved ? new Date().toLocaleTimeString("en-GB", { timeStyle: "short" }) : saved.at,
    });
  const choose = (next: ReadonlySet<string>) => {
    setWanted(next);
    const form = new FormData();
    for (const kind of next) form.append("wanted", kind);
    void saving.submit(form, { method: "post" });
  };
  return { wanted, choose, savedAt: saved.at };
}
