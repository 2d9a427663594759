import { ReachLink } from "#src/ui/ending.tsx";
import { MessageCircle } from "#src/ui/icons.tsx";

/** Opens the chat of this page by its own tile; without scripts the link leads to the contact page. */
const openTile = (event: React.MouseEvent): void => {
  const tile = document.querySelector<HTMLElement>(".chat-btn");
  if (!tile) return;
  event.preventDefault();
  tile.click();
};

/** One of the ways to reach the shop, on pages that have the chat tile. */
export const ReachChat = () => (
  <ReachLink to="/contact" icon={MessageCircle} name="Chat" note="Day and night" onClick={openTile} />
);
