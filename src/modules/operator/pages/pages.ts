/** A page whose text is Markdown. `name` is its address and its file in `shipped/`. */
export type TextPage = { readonly name: string; readonly label: string };

export const textPages: readonly TextPage[] = [
  { name: "about", label: "About us" },
  { name: "accessibility", label: "Accessibility" },
];
