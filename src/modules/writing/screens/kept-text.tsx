import { useEffect, useRef, useState } from "react";
import { Textarea } from "#src/ui/inputs.tsx";
import { forgetText, keepText, readKept } from "./kept-store.ts";

type State = "empty" | "found" | "saved" | "no-room";
const labels: Readonly<Record<State, string>> = {
  empty: "What you type is kept on this device until you hand it over.",
  found: "This is the text that was kept on this device.",
  saved: "Kept on this device.",
  "no-room": "This device has no room to keep the text. Copy it to a file from time to time.",
};

export type KeptTextProps = {
  orderId: string;
  /** The newest text that was handed over: when it is what is kept, that is forgotten. */
  handedOver: string | undefined;
  rows?: number;
  maxLength: number;
  /** What was typed before a refusal; it wins over what is kept. */
  typed: string | undefined;
};

const pauseMs = 600;

const forgetSent = (orderId: string, handedOver: string | undefined): void => {
  if (handedOver !== undefined && readKept(localStorage, orderId)?.text === handedOver)
    forgetText(localStorage, orderId);
};

/** On pages of an order without the form: forgets what is kept when it was handed over. */
export const ForgetText = ({ orderId, handedOver }: Pick<KeptTextProps, "orderId" | "handedOver">) => {
  useEffect(() => forgetSent(orderId, handedOver), [orderId, handedOver]);
  return null;
};

/** A large text inside a Field that survives a closed tab: kept in this browser while it is written. */
export const KeptText = ({ orderId, handedOver, rows = 14, maxLength, typed }: KeptTextProps) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<State>("empty");

  useEffect(() => {
    forgetSent(orderId, handedOver);
    const kept = readKept(localStorage, orderId);
    if (!kept || !box.current || box.current.value !== "") return;
    box.current.value = kept.text;
    setState("found");
  }, [orderId, handedOver]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const keep = (text: string) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      const done = keepText(localStorage, orderId, { text, at: Date.now() });
      setState(done ? (text.trim() === "" ? "empty" : "saved") : "no-room");
    }, pauseMs);
  };

  return (
    <>
      <Textarea
        ref={box}
        rows={rows}
        className="field-sizing-fixed"
        maxLength={maxLength}
        defaultValue={typed}
        onChange={(event) => keep(event.currentTarget.value)}
      />
      <p className="help js-only" role="status">
        {labels[state]}
      </p>
    </>
  );
};
