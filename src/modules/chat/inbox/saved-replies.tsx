import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { closeOnLeave } from "#src/ui/drop-menu.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";

type Reply = { id: string; title: string; filled: string };
type Props = {
  replies: readonly Reply[];
  /** Puts the text where one writes; without scripts a link begins the page with it. */
  insert?: (text: string) => void;
};

const reply = "grid px-4 py-2 focus-visible:bg-pen-tint focus-visible:-outline-offset-2";

const Words = ({ title, filled }: Reply) => (
  <>
    <b className="strong">{title}</b>
    <span className="line-clamp-2 text-sm/5 text-ink-2">{filled}</span>
  </>
);

/** Texts that Support sends often, filled in for this client. */
export const SavedReplies = ({ replies, insert }: Props) => {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => (menu.current ? closeOnLeave(menu.current) : undefined), []);
  return (
    <details ref={menu} className="relative">
      <summary className="btn btn-quiet btn-sm px-2">
        Saved replies
        <Icon of={ChevronDown} />
      </summary>
      <div className="sheet-menu absolute bottom-[calc(100%+4px)] left-0 z-5 max-h-[min(22rem,50vh)] w-[min(26rem,calc(100vw-40px))] overflow-auto rounded-md border border-rule-strong bg-raised py-2 shadow-lift max-md:left-[-52px] max-md:w-[calc(100vw-32px)]">
        {replies.length === 0 && <p className="small soft px-4 py-2">No reply is saved yet.</p>}
        <ul>
          {replies.map((one) => (
            <li key={one.id}>
              {insert ? (
                <button
                  type="button"
                  className={reply}
                  onClick={() => {
                    if (menu.current) menu.current.open = false;
                    insert(one.filled);
                  }}
                >
                  <Words {...one} />
                </button>
              ) : (
                <Link className={reply} to={`?reply=${one.id}`} preventScrollReset>
                  <Words {...one} />
                </Link>
              )}
            </li>
          ))}
        </ul>
        <Link className="px-4 text-(length:--text-sm)" to="/admin/chats/replies">
          Write and change saved replies
        </Link>
      </div>
    </details>
  );
};
