export type Tree = { [name: string]: Tree | string };

const partsOf = (name: string): string[] => [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);

/** Stripe's form bodies, `a[b][0][c]=d`, as a tree; lists are trees with numbers as names. */
export function parseForm(text: string): Tree {
  const root: Tree = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = partsOf(name);
    const last = parts.pop() ?? "";
    let at = root;
    for (const part of parts) {
      const next = at[part];
      at = typeof next === "object" ? next : (Object.assign(at, { [part]: Object.create(null) as Tree })[part] as Tree);
    }
    at[last] = value;
  }
  return root;
}

export const branch = (tree: Tree | undefined, ...path: string[]): Tree => {
  let at: Tree = tree ?? {};
  for (const part of path) {
    const next = at[part];
    at = typeof next === "object" ? next : {};
  }
  return at;
};

export const leaf = (tree: Tree, name: string): string | undefined => {
  const value = tree[name];
  return typeof value === "string" ? value : undefined;
};

/** Names and values that are texts. */
export const texts = (tree: Tree): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** The tree with lists as lists, as the SDK's types describe it. */
export const asLists = (tree: Tree | string): unknown => {
  if (typeof tree === "string") return tree;
  const names = Object.keys(tree);
  const values = names.map((name) => asLists(tree[name] ?? ""));
  const isList = names.length > 0 && names.every((name, at) => name === String(at));
  return isList ? values : Object.fromEntries(names.map((name, at) => [name, values[at]]));
};
