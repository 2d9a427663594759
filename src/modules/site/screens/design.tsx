import { redirect } from "react-router";
import DesignPage from "#src/ui/design-page.tsx";

/** Every part of the interface in all its states; exists in development only. */
export const loader = () => (import.meta.env.DEV ? null : redirect("/"));
export default DesignPage;
