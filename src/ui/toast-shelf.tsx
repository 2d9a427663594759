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
      <Base.Root
        key={toast.id}
        toast={toast}
        className={`toast ${tone} data-limited:hidden`}
        swipeDirection={["right", "down"]}
      >
        <Icon of={drawingOf[tone]} />
        <Base.Content>
          <Base.Title render={<div />} />
          {toast.actionProps && <Base.Action className="btn btn-quiet btn-sm mt-0.5 -mb-1 -ml-3.5" />}
        </Base.Content>
        <Base.Close className="btn-icon -my-2.5" aria-label="Close">
          <Icon of={X} className="size-4.5" />
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
          <Base.Viewport className="toasts fixed right-6 bottom-6 z-(--z-toast) grid w-[min(24rem,100vw-40px)] gap-3 outline-0 max-sm:right-5 max-sm:bottom-5">
            <Shelf />
          </Base.Viewport>
        </Base.Portal>
      </Base.Provider>
    </CSPProvider>
  );
}
