import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const site = (screen: string) => `./modules/site/screens/${screen}`;
const pay = (screen: string) => `./modules/payments/screens/${screen}`;
const mine = (screen: string) => `./modules/orders/screens/mine/${screen}`;
const form = (screen: string) => `./modules/orders/screens/form/${screen}`;
const admin = (screen: string) => `./modules/admin/screens/${screen}`;
const inbox = (screen: string) => `./modules/chat/inbox/${screen}`;
const own = (screen: string) => `./modules/accounts/own-account/screens/${screen}`;
const checker = (screen: string) => `./modules/checker/screens/${screen}`;
const services = (family: string) => route(`${family}/:serviceType`, site("service.tsx"), { id: `service-${family}` });
const overview = (family: string) => route(family, site("overview.tsx"), { id: `overview-${family}` });

/** Every address of the product (specification section 2, decisions 3). */
export default [
  layout(site("public-layout.tsx"), [
    index(site("home.tsx")),
    overview("technical-writing"),
    overview("non-technical-writing"),
    services("technical-writing"),
    services("non-technical-writing"),
    services("coursework"),
    services("quizzes-tests"),
    route("about", site("about.tsx")),
    route("samples", site("samples.tsx")),
    route("contact", site("contact.tsx")),
    route("faq", site("faq.tsx")),
    route("terms", site("terms.tsx")),
    route("privacy-policy", site("privacy-policy.tsx")),
    route("guarantees", site("guarantees.tsx")),
    route("accessibility", site("accessibility.tsx")),
    route("hiring", site("hiring.tsx")),
    route("mailbox", "./modules/notifications/screens/mailbox.tsx"),
  ]),
  route("login", "./modules/accounts/sign-in/screens/login.tsx"),
  route("login/second-step", "./modules/accounts/factors/screens/login-second-step.tsx"),
  route("confirm-identity", "./modules/accounts/factors/screens/confirm-identity.tsx"),
  route("register", "./modules/accounts/sign-in/screens/register.tsx"),
  route("start", "./modules/accounts/sign-in/screens/start.tsx"),
  route("passreset", "./modules/accounts/sign-in/screens/passreset.tsx"),
  route("keep-second-factor", "./modules/accounts/factors/screens/keep-second-factor.tsx"),
  route("email-change", "./modules/accounts/own-account/screens/email-change.tsx"),
  route("signout", "./modules/accounts/sign-in/screens/signout.ts"),
  route("auth/popup-done", "./modules/accounts/providers/screens/popup-done.tsx"),
  layout(site("client-layout.tsx"), [
    layout(site("client-failures.tsx"), [
      route("aichecker", checker("aichecker.tsx")),
      route("aichecker/how", checker("how.tsx")),
      route("aichecker/card", checker("card.tsx")),
      route("aichecker/report", checker("report.ts")),
      route("aichecker/kept", checker("kept.tsx")),
      route("aichecker/kept/:checkId", checker("kept-check.tsx")),
      route("accountSettings", own("settings-layout.tsx"), [
        index(own("profile.tsx")),
        route("email", own("email.tsx")),
        route("sign-in", own("sign-in.tsx")),
        route("password", own("password.tsx")),
        route("second-factor", own("second-factor.tsx")),
        route("passkeys", own("passkeys.tsx")),
        route("sessions", own("sessions.ts")),
        route("notices", own("notices.tsx")),
        route("appearance", own("theme.tsx")),
        route("data", "./modules/privacy/screens/data.tsx"),
        route("data/download", "./modules/privacy/screens/download.ts"),
      ]),
      route("notices", "./modules/notifications/screens/notices.tsx"),
      route("dashboard", mine("dashboard.tsx")),
      route("dashboard/earnings", "./modules/writing/screens/earnings.tsx"),
      route("dashboard/earnings/:file", "./modules/writing/screens/statement-file.ts"),
      route("dashboard/orders/:orderId", mine("order.tsx")),
      route("dashboard/orders/:orderId/draft", mine("work/work-draft.ts")),
      route("dashboard/orders/:orderId/style/:number", checker("style-writer.tsx")),
      route("dashboard/orders/:orderId/text/:file", mine("text-file.ts")),
      route("dashboard/orders/:orderId/deadline.ics", mine("deadline-ics.ts")),
      route("order", form("order.tsx")),
      route("quizzesorder", form("quizzesorder.tsx")),
      route("custom", form("custom.tsx")),
      route("custom/sent/:orderId", mine("request-sent.tsx")),
      route("checkout/:orderId", pay("checkout.tsx")),
      route("checkout/:orderId/return", pay("return.tsx")),
      route("checkout/:orderId/receipt", pay("receipt.tsx")),
      route("checkout/:orderId/documents/:file", pay("document-file.ts")),
      route("checkout/:orderId/transfer", pay("transfer.tsx")),
      route("checkout/:orderId/refund-account", pay("refund-account.tsx")),
    ]),
  ]),
  layout(admin("admin-layout.tsx"), [
    layout(admin("failures.tsx"), [
      route("admin", admin("overview.tsx")),
      route("admin/orders", admin("orders.tsx")),
      route("admin/orders/export.csv", admin("orders-csv.ts")),
      route("admin/orders/:orderId", admin("order.tsx"), { id: "admin-order" }),
      route("admin/orders/:orderId/style/:number", checker("style-admin.tsx")),
      route("admin/custom-orders", admin("custom-orders.tsx")),
      route("admin/chats", inbox("layout.tsx"), [
        index(inbox("none.tsx")),
        route("replies", inbox("replies.tsx")),
        route("enquiries/:enquiryId", inbox("enquiry.tsx")),
        route(":chatId", inbox("chat.tsx")),
      ]),
      route("admin/notices", "./modules/notifications/screens/admin-notices.tsx"),
      route("admin/payments", admin("payments.tsx")),
      route("admin/payments/ledger.csv", admin("ledger-csv.ts")),
      route("admin/payments/bank", admin("payments-bank.tsx")),
      route("admin/writers", admin("writers.tsx")),
      route("admin/writers/:personId", admin("writer.tsx"), { id: "admin-writer" }),
      route("admin/people", admin("people.tsx")),
      route("admin/people/:personId", admin("person.tsx"), { id: "admin-person" }),
      route("admin/settings", admin("settings.tsx")),
      route("admin/audit", admin("audit.tsx")),
      route("admin/audit.csv", admin("audit-csv.ts")),
      route("admin/*", admin("unknown.tsx"), { id: "admin-unknown" }),
    ]),
  ]),
  route("sandbox/pay/:attempt", pay("sandbox-pay.tsx")),
  route("terms-of-service", site("moved-terms.ts")),
  // Every part of the interface in all its states: in development only.
  ...(import.meta.env?.MODE === "development" ? [route("design", site("design.tsx"))] : []),
  route("og/:family/:card", site("social-card.ts")),
  route("manifest.webmanifest", site("manifest.ts")),
  route("robots.txt", site("robots.ts")),
  route("sitemap.xml", site("sitemap.ts")),
  route("*", site("unknown.tsx")),
] satisfies RouteConfig;
