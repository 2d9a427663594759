import { FilterTabs } from "#src/ui/table.tsx";

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
