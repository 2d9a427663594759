import { LinkButton } from "#src/ui/button.tsx";
import { ExternalLink } from "#src/ui/icons.tsx";
import { FilterTabs } from "#src/ui/table.tsx";

/** The head of the parts of the site, and the way from one to the other. */
export const SiteHead = ({ current }: { current: "brand" | "pages" | "services" | "menu" | "emails" }) => (
  <>
    <div className="work-head">
      <div>
        <h1 className="d3">Site and name</h1>
        <p className="soft">What every visitor sees. Nothing changes for them until you publish.</p>
      </div>
      <div className="acts">
        <LinkButton to="/" variant="outline" small icon={ExternalLink} reloadDocument>
          See the site
        </LinkButton>
      </div>
    </div>
    <FilterTabs
      label="Parts of the site"
      className="mb-6"
      tabs={[
        { to: "/admin/site", label: "Brand", current: current === "brand" },
        { to: "/admin/site/pages", label: "Pages", current: current === "pages" },
        { to: "/admin/site/services", label: "Services", current: current === "services" },
        { to: "/admin/site/menu", label: "Menu and footer", current: current === "menu" },
        { to: "/admin/site/emails", label: "E-mails", current: current === "emails" },
      ]}
    />
  </>
);
