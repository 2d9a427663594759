import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Node = { words: Map<string, Node>; param?: Node; pattern?: string };

const wordsOf = (path: string): string[] => path.split("/").filter(Boolean);
const newNode = (): Node => ({ words: new Map() });

/** A route's whole path, with those of the routes around it. */
const pathOf = (routes: Routes, id: string): string => {
  const route = routes[id];
  return route ? `${route.parentId ? pathOf(routes, route.parentId) : ""}/${route.path ?? ""}` : "";
};

/**
 * The pattern of the page at an address ("/dashboard/orders/:orderId"), null where there is none. Addresses themselves
 * are no labels: there are as many as orders, and some hold names.
 */
export function openPagePatterns(routes: Routes): (path: string) => string | null {
  const root = newNode();
  for (const [id, route] of Object.entries(routes)) {
    if (route?.path === undefined && !route?.index) continue; // a layout answers nothing by itself
    const words = wordsOf(pathOf(routes, id));
    if (words.includes("*")) continue; // what no other route knows
    let node = root;
    for (const word of words) {
      const next = word.startsWith(":") ? node.param : node.words.get(word.toLowerCase());
      const made = next ?? newNode();
      if (word.startsWith(":")) node.param = made;
      else node.words.set(word.toLowerCase(), made);
      node = made;
    }
    node.pattern = `/${words.join("/")}`;
  }
  const find = (node: Node | undefined, [word, ...rest]: readonly string[]): string | null => {
    if (!node) return null;
    if (word === undefined) return node.pattern ?? null;
    return find(node.words.get(word.toLowerCase()), rest) ?? find(node.param, rest);
  };
  return (path) => {
    // The data of a page is asked for at its address with ".data", of "/" at "/_root.data".
    const page = path.replace(/(?:\/_root|\/_)?\.data$/, "");
    const words = wordsOf(page);
    return words.length > longestPath ? null : find(root, words);
  };
}

const longestPath = 12;
