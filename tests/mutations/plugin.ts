import { resolve } from "node:path";
import type { Plugin } from "vite";
import { type Mutation, mutations } from "./mutations.ts";

/** The file's text with the fault. Throws where the text to replace does not stand once. */
export function mutated(text: string, { file, from, to }: Pick<Mutation, "file" | "from" | "to">): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file}: this text must stand once: ${from}`);
  return `${before}${to}${after}`;
}

/** Puts the mutation of this number into the code that tests load; without a number none. Files on the disk stay. */
export function mutationPlugins(number: string | undefined): Plugin[] {
  if (number === undefined) return [];
  const mutation = mutations[Number(number)];
  if (!mutation) throw new Error(`There is no mutation ${number}.`);
  const path = resolve(mutation.file);
  return [
    {
      name: "mutation",
      enforce: "pre",
      transform: (code, id) => (id.split("?")[0] === path ? mutated(code, mutation) : null),
    },
  ];
}
