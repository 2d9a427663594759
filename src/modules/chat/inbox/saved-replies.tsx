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

/** Texts that Support sends often, filled in for this client. */
export const SavedReplies = ({ replies, insert }: Props) => {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => (menu.current ? closeOnLeave(menu.current) : undefined), []);
  return (
    <details ref={menu} className="ib-replies">
      <summary className="btn btn-quiet btn-sm">
        Saved replies
        <Icon of={ChevronDown} />
      </summary>
      <div className="sheet-menu">
        {replies.length === 0 && <p className="small soft">No reply is saved yet.</p>}
        <ul>
          {replies.map(({ id, title, filled }) => (
            <li key={id}>
              {insert ? (
                <button
                  type="button"
                  onClick={() => {
                    if (menu.current) menu.current.open = false;
                    insert(filled);
                  }}
                >
                  <b>{title}</b>
                  <span>{filled}</span>
                </button>
              ) : (
                <Link to={`?reply=${id}`} preventScrollReset>
                  <b>{title}</b>
                  <span>{filled}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
        <Link className="ib-manage" to="/admin/chats/replies">
          Write and change saved replies
        </Link>
      </div>
    </details>
  );
};
