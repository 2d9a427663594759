import { SmartLink } from "#src/ui/smart-link.tsx";
import { useFrame } from "./frame.tsx";

/** What the operator announces above the menu. It is a part of the page, so nothing moves when scripts arrive. */
export const NoticeBar = () => {
  const { notice } = useFrame() ?? {};
  return (
    notice && (
      <aside className="strip bg-pen-tint no-print" aria-label="Announcement">
        <span>{notice.text}</span> {notice.link && <SmartLink {...notice.link} />}
      </aside>
    )
  );
};
