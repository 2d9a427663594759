import { useEffect, useState } from "react";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { safeNext } from "#src/shared/next.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { Waiting } from "#src/ui/spinner.tsx";
import { messageOfTrouble } from "../../domain/providers.ts";
import type { Route } from "./+types/popup-done.ts";
import { isHeard, type PopupMessage, popupChannel } from "./provider-sign-in.ts";

/** The return page of a popup: it reports the result to the page that opened it, over a channel of this origin. */
export async function loader({ request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams;
  const message = messageOfTrouble(asked.get("trouble"));
  return { mark: asked.get("n") ?? "", message, to: message ? "/login" : safeNext(asked.get("to"), "/") };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("One moment", matches);

const sayEvery = 150;
const closesAfter = 1500;

const Rest = ({ message, to }: { message: string | null; to: string }) => (
  <>
    <p className="soft mt-2 mb-5">{message ?? "Close this window and go back to the other one."}</p>
    <LinkButton to={to} reloadDocument>
      Continue here
    </LinkButton>
  </>
);

/** Closes itself. What stays open, because the browser does not let it or nobody waits, says where to continue. */
export default function PopupDone({ loaderData: { mark, message, to } }: Route.ComponentProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const channel = new BroadcastChannel(popupChannel);
    const sent: PopupMessage = { n: mark, ...(message ? { message } : { to }) };
    const say = () => channel.postMessage(sent);
    // A message of a window that closes at once can be lost: it stays open until the other one has acknowledged it.
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isHeard(data, mark)) window.close();
    });
    const again = setInterval(say, sayEvery);
    const timer = setTimeout(() => {
      clearInterval(again);
      window.close();
      setOpen(true);
    }, closesAfter);
    say();
    return () => {
      clearInterval(again);
      clearTimeout(timer);
      channel.close();
    };
  }, [mark, message, to]);
  return (
    <main id="main" className="wrap page">
      <h1 className="d3">{message ? "That did not work" : "Done"}</h1>
      {open ? <Rest message={message} to={to} /> : <Waiting>Closing this window</Waiting>}
      <NoScript>
        <Rest message={message} to={to} />
      </NoScript>
    </main>
  );
}
