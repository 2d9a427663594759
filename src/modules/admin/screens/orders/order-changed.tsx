import { useEffect, useRef, useState } from "react";
import { useLiveOrder } from "#src/modules/orders/index.screens.ts";
import { localOf } from "#src/shared/zone.ts";
import { Icon, Info } from "#src/ui/icons.tsx";
import { readFields, writeFields } from "#src/ui/typed-fields.ts";
import type { OrderPageData } from "./order.server.ts";

type Held = { changes: number; at: Date; read: () => Promise<void> };
type Props = { shown: OrderPageData; clock: { now: Date; zone: string } };

/**
 * Follows the order. The page is read anew when it changed; while something is typed it stays, and this line says since
 * when it is old.
 */
export const OrderChanged = ({ shown: { order, changes }, clock: { now, zone } }: Props) => {
  const [held, setHeld] = useState<Held | null>(null);
  useLiveOrder({ id: order.id, changes }, (read) => setHeld({ changes, at: new Date(), read }));
  const typed = useRef<ReturnType<typeof readFields> | null>(null);
  // The changed page is drawn: what was typed goes back into the fields that are still there.
  useEffect(() => {
    if (changes > 0 && typed.current) writeFields(typed.current);
    typed.current = null;
  }, [changes]);
  const show = (read: Held["read"]): void => {
    typed.current = readFields();
    void read();
  };
  const old = held !== null && held.changes === changes ? held : null;
  return (
    <div role="status">
      {old && (
        <div className="changed">
          <Icon of={Info} />
          <p>
            <b>{`Changed, ${localOf(old.at, zone).time}.`}</b>
            {` You still see the page as it was at ${localOf(now, zone).time}. What you typed stays.`}
          </p>
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => show(old.read)}>
            Show
          </button>
        </div>
      )}
    </div>
  );
};
