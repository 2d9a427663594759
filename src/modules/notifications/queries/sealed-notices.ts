import { sealedOrders } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { isAdmin, isUnderSeal, sealedText, type Viewer } from "#src/shared/viewer.ts";

type Shown = { path: string; title: string; text: string; onceKey: string };
type Hide = <N extends Shown>(row: N) => N;

/** Whom or which order it is about: the address of its page says it, or its key where that page is a list. */
const subjectOf = ({ path, onceKey }: Shown): string =>
  /^\/admin\/(?:orders|chats|people)\/([0-9a-f-]{36})/.exec(path)?.[1] ?? onceKey.split(":")[1] ?? "";

/** Hides what these notices to an admin say about people whose data is sealed; they lead where they led. */
export async function hideSealed(db: Database, viewer: Viewer, rows: readonly Shown[]): Promise<Hide> {
  if (!isAdmin(viewer) || !viewer.sealed?.size) return (row) => row;
  const ids = rows.map(subjectOf);
  const sealed = await sealedOrders(db, viewer, ids);
  return (row) => {
    const id = subjectOf(row);
    const hidden = id !== "" && (sealed.has(id) || isUnderSeal(viewer, id));
    return hidden ? { ...row, title: "About a sealed client", text: sealedText } : row;
  };
}
