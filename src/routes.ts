import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every address of the product (specification section 2, decisions 3). */
export default [
  layout("./modules/site/screens/public-layout.tsx", [
    index("./modules/site/screens/home.tsx"),
    route("mailbox", "./modules/notifications/screens/mailbox.tsx"),
  ]),
  route("*", "./modules/site/screens/unknown.ts"),
] satisfies RouteConfig;
