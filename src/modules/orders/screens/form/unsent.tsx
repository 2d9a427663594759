import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "#src/ui/button.tsx";
import { RotateCw, WifiOff } from "#src/ui/icons.tsx";
import { sendOrKeep } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";

const watchLine = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};
const useOnline = (): boolean =>
  useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  );

type Props = {
  form: RefObject<HTMLFormElement | null>;
  /** The answers are in the storage of this device. */
  kept: boolean;
};

/** Above a form whose sending failed. It goes out by itself when the connection is back; its key keeps it one order. */
export const UnsentNotice = ({ form, kept }: Props) => {
  const online = useOnline();
  const before = useRef(true);
  useEffect(() => {
    if (online && !before.current) form.current?.requestSubmit();
    before.current = online;
  }, [online, form]);
  const saved = kept ? "Your answers are saved on this device." : "Your answers stay on this page.";
  const message = online
    ? { title: `We could not send your order. ${saved}`, text: "Nothing was ordered. Try again in a minute." }
    : {
        title: `You are offline. ${saved}`,
        text: "Your order was not sent. It is sent when the connection is back, and nothing is ordered twice.",
      };
  return (
    <Notice
      tone="warn"
      icon={WifiOff}
      live
      className="mt-6"
      title={message.title}
      actions={
        <Button type="button" variant="outline" small icon={RotateCw} onClick={() => form.current?.requestSubmit()}>
          Try now
        </Button>
      }
    >
      <p>{message.text}</p>
    </Notice>
  );
};

/** What a form that was not sent is shown with: itself, as it is. */
export type Unsent = { unsent?: true };

/** For `clientAction` of the order forms: sends one; when no answer comes the page stays, with everything typed. */
export async function sendOrder<T>(request: Request, send: () => Promise<T>) {
  const form = await request.clone().formData();
  const values = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  const more: Unsent & { values: Record<string, string> } = { values, unsent: true };
  return sendOrKeep(send, more);
}
