import "./page.css";
import { Footer } from "#src/ui/footer.tsx";
import { Masthead, ModeStrip, SkipLink } from "#src/ui/masthead.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { DesignChoices } from "./choices.tsx";
import { DesignFeedback } from "./feedback.tsx";
import { DesignFields } from "./fields.tsx";
import { DesignLists } from "./lists.tsx";
import { DesignReading } from "./reading.tsx";
import { DesignSlips } from "./slips.tsx";

const links = (...labels: string[]) => labels.map((label) => ({ to: `#${label.toLowerCase()}`, label }));

/** Every part in every state, for looking at. Mounted in development alone. */
export default function DesignPage() {
  return (
    <>
      <SkipLink />
      <ModeStrip>
        <b>Demo.</b> <span>Nothing here is charged and no e-mail is sent.</span>
      </ModeStrip>
      <Masthead
        name="Paperwright"
        items={[{ to: "/design", label: "Parts", end: true }, ...links("Slips", "Fields")]}
        quiet={{ to: "/login", label: "Sign in" }}
        action={{ to: "/order", label: "Price an order" }}
        account={{
          name: "Linh Tran",
          email: "linh.tran@example.com",
          items: [{ to: "/dashboard", label: "Your orders" }],
          signOut: "/sign-out",
        }}
        theme
      />
      <main id="main" className="wrap page">
        <PageHead title="Parts and their states" lede="What the screens are made of." />
        <div className="sts">
          <DesignSlips />
          <DesignFields />
          <DesignChoices />
          <DesignFeedback />
          <DesignLists />
          <DesignReading />
        </div>
      </main>
      <Footer
        name="Paperwright"
        about="The price is shown line by line before you order."
        support="Support answers 24 hours a day, 7 days a week."
        services={links("First service", "Second service")}
        quick={links("About us", "Samples")}
        contact={[{ to: "mailto:support@example.com", label: "support@example.com" }]}
        social={[{ to: "https://example.com/", label: "Example" }]}
        payments={["Credit Card", "PayPal", "Bank Transfer"]}
        legal={links("Privacy policy", "Terms of service")}
      />
    </>
  );
}
