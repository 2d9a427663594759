/** `textsBack` puts back every text that a translator replaced, so that the page is again what the server wrote. */
export type TranslationGuard = { textsBack?: () => void };

/**
 * Keeps a page alive that a browser's translator rewrites. A translator replaces each text node by a `<font>` element,
 * and React then changes, removes and inserts beside nodes that are no longer in the page. The guard remembers what
 * stands in a text's place: a text that React changes returns to it (and is translated anew), removing a text removes
 * its stand-in, and inserting before a text inserts before its stand-in.
 * Runs inline, before anything of the page is there: it must not use anything from outside itself.
 */
function guardTexts(): void {
  const standIns = new WeakMap<Node, Node>();
  const replaced = new WeakMap<Node, Node>();

  const note = (records: MutationRecord[]) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === "characterData") {
        const there = standInOf(target);
        if (there && !target.isConnected) (there as Element).replaceWith(target);
        continue;
      }
      for (const gone of removedNodes) {
        const isText = gone.nodeType === 3;
        if (gone.isConnected || !(isText || replaced.has(gone))) continue;
        // A neighbour may be the stand-in of another text: each stands for one alone. A translator that is switched off
        // puts texts of its own in place of its elements.
        const near = isText ? [...addedNodes, previousSibling, nextSibling] : [...addedNodes];
        const found = near.find(
          (one) => one?.isConnected && !replaced.has(one) && !standIns.has(one) && (one.nodeName === "FONT" || !isText),
        );
        if (!found) continue;
        standIns.set(gone, found);
        replaced.set(found, gone);
        if (isText) watcher.observe(gone, { characterData: true });
      }
    }
  };
  const watcher = new MutationObserver(note);
  /** What stands in the page for a node that was taken out of it. */
  const standInOf = (node: Node): Node | undefined => {
    let at: Node | undefined = node;
    while (at && !at.isConnected) at = standIns.get(at);
    return at;
  };
  const childFor = (parent: Node, node: Node): Node | null => {
    note(watcher.takeRecords());
    const at = standInOf(node);
    return at?.parentNode === parent ? at : null;
  };
  watcher.observe(document, { childList: true, subtree: true });

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const there = child.parentNode === this ? child : childFor(this, child);
    if (there) removeChild.call(this, there);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, fresh: T, before: Node | null): T {
    const there = before && before.parentNode !== this ? childFor(this, before) : before;
    return insertBefore.call(this, fresh, there) as T;
  };
  (window as Window & TranslationGuard).textsBack = () => {
    note(watcher.takeRecords());
    for (const font of document.querySelectorAll("font")) {
      let text: Node | undefined = font;
      while (text && replaced.has(text)) text = replaced.get(text);
      if (text && text !== font) font.replaceWith(text);
    }
  };
}

/** The text of the inline script. */
export const translationGuard = (): string => `(${guardTexts})();`;
