import { Outlet, useLocation } from "react-router";
import { Failure } from "#src/ui/failure.tsx";
import { Island } from "#src/ui/island.tsx";
import type { Route } from "./+types/client-failures.ts";

/** Between the frame of a person's own pages and the pages: what fails in a page leaves the frame where it is. */
export default function ClientPages() {
  return (
    <Island name="This page" at={useLocation().pathname} main>
      <Outlet />
    </Island>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <main id="main" className="wrap section">
    <Failure error={error} home={{ to: "/dashboard", label: "Your orders" }} />
  </main>
);
