import DesignPage from "#src/ui/design-page.tsx";

/** Every part of the interface in all its states; src/routes.ts opens it in development only. */
export default DesignPage;
