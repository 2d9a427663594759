import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useFrame } from "#src/modules/operator/index.screens.ts";

/**
 * The own chat with Support, on a page of its own account. It is loaded when the page is idle; until then, and
 * without scripts, a link leads to the contact page. `number`: the order that is talked about.
 */
export const SupportTalk = ({ number }: { number?: string }) => {
  const person = useFrame()?.person;
  const [Talk, setTalk] = useState<typeof import("./order-talk.tsx").OrderTalk>();
  const has = person && person.role !== 3;
  useEffect(() => {
    if (!has) return;
    const load = () =>
      import("./order-talk.tsx").then(
        ({ OrderTalk }) => setTalk(() => OrderTalk),
        () => undefined,
      );
    (window.requestIdleCallback ?? setTimeout)(load);
  }, [has]);
  if (!has) return null;
  if (Talk) return <Talk person={person} {...(number !== undefined && { number })} />;
  const contact = number === undefined ? "/contact" : `/contact?order=${number}`;
  return (
    <p className="small soft">
      Write to us here, day and night, or on the <Link to={contact}>contact page</Link>.
    </p>
  );
};
