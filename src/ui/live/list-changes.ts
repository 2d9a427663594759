type Row = { id: string };

/** What differs between two readings of a page of a list: rows that changed, came or went; and whether a row would move. */
export function listChanges(before: readonly Row[], after: readonly Row[]): { count: number; moves: boolean } {
  const known = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
  const changed = after.filter((row) => known.get(row.id) !== JSON.stringify(row)).length;
  const there = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !there.has(id)).length;
  const moves = before.length !== after.length || before.some(({ id }, at) => after[at]?.id !== id);
  return { count: Math.max(changed + gone, moves ? 1 : 0), moves };
}
