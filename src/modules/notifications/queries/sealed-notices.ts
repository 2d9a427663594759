import { sealedOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { isAdmin, isUnderSeal, sealedText, type Viewer } from "#src/shared/viewer.ts";

type Shown = { path: string; title: string; text: string };
type Hide = <N extends Shown>(row: N) => N;

const subjectIn = (path: string): string => /^\/admin\/(?:orders|chats|people)\/([0-9a-f-]{36})/.exec(path)?.[1] ?? "";

/** Hides what these notices to an admin say about people whose data is sealed; they lead where they led. */
export async function hideSealed(db: Database, viewer: Viewer, rows: readonly Shown[]): Promise<Hide> {
  if (!isAdmin(viewer) || !viewer.sealed?.size) return (row) => row;
  const ids = rows.map(({ path }) => subjectIn(path));
  const sealed = await sealedOrders(db, viewer, ids);
  return (row) => {
    const id = subjectIn(row.path);
    const hidden = id !== "" && (sealed.has(id) || isUnderSeal(viewer, id));
    return hidden ? { ...row, title: "About a sealed client", text: sealedText } : row;
  };
}
