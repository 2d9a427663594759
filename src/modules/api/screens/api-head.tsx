import type { ReactNode } from "react";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { FilterTabs } from "#src/ui/table.tsx";

/** What there is at the left, what makes a new one at the right. */
export const ApiColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-6 min-[1180px]:grid-cols-[minmax(0,1fr)_22rem] [.notice+&]:mt-4">
    {children}
  </div>
);

/** Something for programs, letter by letter. */
export const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-[0.9375em]/[1.4] wrap-anywhere" translate="no">
    {children}
  </code>
);

/** A key or a secret, shown once. */
export const SecretToCopy = ({ value, what }: { value: string; what: string }) => (
  <p className="row my-2 gap-x-3 gap-y-1">
    <code
      className="rounded-sm border border-rule bg-sheet px-3 py-2 font-mono text-[0.9375em]/[1.4] wrap-anywhere select-all"
      translate="no"
      data-secret=""
    >
      {value}
    </code>
    <CopyButton value={value} what={what} wide />
  </p>
);

/** The head of the screens for programs. */
export const ApiHead = ({ at }: { at: "keys" | "webhooks" | "calculator" }) => (
  <>
    <div className="work-head">
      <div>
        <h1 className="d3">API</h1>
        <p className="soft">
          Your own programs ask with keys and receive events by webhooks. Both are described on{" "}
          <a href="/api/docs">the page about the API</a>.
        </p>
      </div>
    </div>
    <FilterTabs
      label="API"
      className="mb-5"
      tabs={[
        { to: "/admin/api", label: "Keys", current: at === "keys" },
        { to: "/admin/api/webhooks", label: "Webhooks", current: at === "webhooks" },
        { to: "/admin/api/calculator", label: "Calculator", current: at === "calculator" },
      ]}
    />
  </>
);
