import { Reach, ReachLink } from "#src/ui/ending.tsx";
import { Info, Mail, MessageCircle } from "#src/ui/icons.tsx";
import { useFrame } from "./frame.tsx";

/** Opens the chat of this page by its own tile; without scripts the link leads to the contact page. */
const openTile = (event: React.MouseEvent): void => {
  const tile = document.querySelector<HTMLElement>(".chat-btn");
  if (!tile) return;
  event.preventDefault();
  tile.click();
};

/** On pages that have the chat tile. */
const ReachChat = () => (
  <ReachLink to="/contact" icon={MessageCircle} name="Chat" note="Day and night" onClick={openTile} />
);

/** The ways to reach the operator about an order: the chat, a mail that names it, the common questions. */
export const ReachAboutOrder = ({ number }: { number: string }) => {
  const mail = useFrame()?.site.email;
  return (
    <Reach>
      <ReachChat />
      {mail && (
        <ReachLink
          to={`mailto:${mail}?subject=${encodeURIComponent(`Order ${number}`)}`}
          icon={Mail}
          name={mail}
          note={`Name the order: ${number}`}
        />
      )}
      <ReachLink to="/faq" icon={Info} name="Questions" note="Refunds, revisions, files" />
    </Reach>
  );
};
