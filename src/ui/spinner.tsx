import type { ReactNode } from "react";
import { useNavigation } from "react-router";

export const Spinner = () => <span className="spinner" aria-hidden="true" />;

/** A spinner with its sentence ("Checking your sign-in"). It appears after 300 ms, so that quick answers do not flash. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <p className="waiting late" role="status">
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
        <div className="travel late">
          <span className="vh">Loading the page</span>
        </div>
      )}
    </div>
  );
};

/** Grey rows in the shape of a list, after 300 ms. `label` says what is loading. */
export const Skeleton = ({ label, rows = 3 }: { label: string; rows?: number }) => (
  <div role="status" aria-label={label} className="sks late">
    {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, at) => (
      <div key={row}>
        <span>
          <i className="sk" style={{ width: `${70 - ((at * 16) % 40)}%` }} />
          <i className="sk mt-2.5 h-2.5!" style={{ width: `${44 - ((at * 16) % 24)}%` }} />
        </span>
        <i className="sk w-16" />
      </div>
    ))}
  </div>
);
