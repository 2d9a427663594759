import type { ReactNode } from "react";
import { useNavigation } from "react-router";

export const Spinner = () => <span className="spinner" aria-hidden="true" />;

/** A spinner with its sentence ("Checking your sign-in"). It appears after 300 ms, so that quick answers do not flash. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <p className="late flex min-h-11 items-center gap-3" role="status">
    <Spinner />
    <span>{children}</span>
  </p>
);

/** A thin line at the top while a page change lasts longer than 300 ms. One for the whole application. */
export const Travelling = () => {
  const moving = useNavigation().state !== "idle";
  return (
    <div role="status">
      {moving && (
        <div className="travel late fixed inset-x-0 top-0 z-(--z-toast) h-[3px] overflow-hidden bg-pen-tint">
          <span className="vh">Loading the page</span>
        </div>
      )}
    </div>
  );
};
