/** Words that were typed into the field of this id before scripts worked, and whether one was typing there. */
export const takeOver = (id: string) => {
  const field = document.getElementById(id);
  const text = field instanceof HTMLTextAreaElement ? field.value : "";
  return { text, focused: field !== null && document.activeElement === field };
};

/** What is kept and what is typed now, neither lost. */
export const firstText = (kept: string, typed: string): string => {
  if (kept === "" || kept === typed) return typed;
  return typed === "" ? kept : `${kept}\n${typed}`;
};
