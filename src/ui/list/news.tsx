import { counted } from "#src/shared/counted.ts";

/** Says that there is more to see; nothing moves before it is asked for. */
export const News = ({ changes, show }: { changes: number; show: () => void }) => {
  const showAll = () => {
    show();
    document.getElementById("list")?.focus({ preventScroll: true });
  };
  return (
    <p className="news" role="status">
      {changes > 0 && (
        <>
          {counted(changes, "change")}
          <button type="button" className="btn btn-outline btn-sm" onClick={showAll}>
            Show
          </button>
        </>
      )}
    </p>
  );
};
