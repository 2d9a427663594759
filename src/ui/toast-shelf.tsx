import { CSPProvider } from "@base-ui/react/csp-provider";
import { Toast as Base } from "@base-ui/react/toast";
import { useEffect, useState } from "react";
import { CircleAlert, CircleCheck, Icon, Info, X } from "./icons.tsx";
import type { Toast, ToastTone } from "./toast-queue.ts";

const stayMs = 5000;
const drawingOf = { ok: CircleCheck, bad: CircleAlert, info: Info } as const satisfies Record<ToastTone, unknown>;
const toneOf = (type: string | undefined): ToastTone => (type === "bad" || type === "info" ? type : "ok");

const Shelf = () => {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => {
    const tone = toneOf(toast.type);
    return (
      <Base.Root key={toast.id} toast={toast} className={`toast ${tone}`} swipeDirection={["right", "down"]}>
        <Icon of={drawingOf[tone]} />
        <Base.Content>
          <Base.Title render={<div />} />
          {toast.actionProps && <Base.Action className="btn btn-quiet btn-sm" />}
        </Base.Content>
        <Base.Close className="btn-icon" aria-label="Close">
          <Icon of={X} />
        </Base.Close>
        <span className="stay" aria-hidden="true" />
      </Base.Root>
    );
  });
};

/** Errors have no end of their own; the rest waits while somebody looks (hover, focus, another window). */
export default function ToastShelf({ take }: { take: (next: (toast: Toast) => void) => () => void }) {
  const [manager] = useState(() => Base.createToastManager());
  useEffect(
    () =>
      take(({ text, tone, action }) => {
        const id = manager.add({
          title: text,
          type: tone,
          timeout: tone === "bad" ? 0 : stayMs,
          ...(action && {
            actionProps: {
              children: action.label,
              onClick: () => {
                manager.close(id);
                action.onAction();
              },
            },
          }),
        });
      }),
    [take, manager],
  );
  return (
    <CSPProvider disableStyleElements>
      <Base.Provider toastManager={manager} timeout={stayMs}>
        <Base.Portal>
          <Base.Viewport className="toasts">
            <Shelf />
          </Base.Viewport>
        </Base.Portal>
      </Base.Provider>
    </CSPProvider>
  );
}
