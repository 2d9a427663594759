import { useEffect, useState } from "react";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { Icon, MessageCircle } from "#src/ui/icons.tsx";
import { Island } from "#src/ui/island.tsx";
import { lineIsThere } from "#src/ui/late-part.ts";

type Part = { readonly Panel: typeof import("./panel.tsx").ChatPanel; readonly pressed: boolean };

/**
 * The way to support on every page. What opens is loaded when a signed-in person's page is idle, or at the
 * first press; without scripts it leads to the contact page.
 */
export const ChatTile = () => {
  const person = useFrame()?.person;
  const [part, setPart] = useState<Part>();
  const [press, setPress] = useState(0);
  const known = person && 1;
  useEffect(() => {
    if (location.hash === "#chat") setPress(1);
  }, []);
  useEffect(() => {
    const load = () =>
      lineIsThere()
        .then(() => import("./panel.tsx"))
        .then(
          ({ ChatPanel }) => setPart({ Panel: ChatPanel, pressed: press > 0 }),
          () => press && location.assign("/contact"),
        );
    if (press) load();
    else if (known) (window.requestIdleCallback ?? setTimeout)(load);
  }, [known, press]);
  if (person?.role === 2) return null;
  return part ? (
    <Island name="The chat">
      <part.Panel pressed={part.pressed} />
    </Island>
  ) : (
    <a
      className="chat-btn"
      href="/contact"
      data-needs-scripts=""
      onClick={(event) => {
        event.preventDefault();
        setPress(press + 1);
      }}
    >
      <Icon of={MessageCircle} />
      <span>
        Chat<span className="vh"> with support</span>
      </span>
    </a>
  );
};
