import { Outlet, useLocation } from "react-router";
import { Failure } from "#src/ui/failure.tsx";
import { Island } from "#src/ui/island.tsx";
import type { Route } from "./+types/failures.ts";

/** Between the frame of the admin area and its pages: what fails in a page leaves the frame where it is. */
export default function AdminPages() {
  return (
    <Island name="This page" at={useLocation().pathname}>
      <Outlet />
    </Island>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <Failure error={error} home={{ to: "/admin", label: "Overview" }} />
);
