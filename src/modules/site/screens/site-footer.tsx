import { useFrame } from "#src/modules/operator/index.screens.ts";
import { shippedLinks } from "#src/modules/operator/index.ts";
import { Footer } from "#src/ui/footer.tsx";
import { footerContact, footerLegal, footerServices, footerSocial, paymentNames } from "../domain/footer.ts";

/** The colophon of public pages, checkout and checker. */
export const SiteFooter = () => {
  const { site, quick, services } = useFrame() ?? {};
  if (!site) return null;
  return (
    <Footer
      name={site.name}
      about="Help with academic writing and technical work. The price is shown line by line before you order."
      support={`Support answers ${site.hours}.`}
      services={services ?? footerServices}
      quick={quick ?? shippedLinks.quick}
      contact={footerContact(site)}
      social={footerSocial(site)}
      payments={paymentNames(site)}
      legal={footerLegal}
    />
  );
};
