import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { Button } from "#src/ui/button.tsx";
import {
  type Agreement,
  agree,
  agreementOf,
  canCount,
  countVisit,
  thisBrowser,
  wasCounted,
} from "../visits/count-visit.ts";

/** What this browser answered; undefined where nothing is counted, and before that is known. */
function useAgreement() {
  const address = useFrame()?.analytics ?? null;
  const [agreement, setAgreement] = useState<Agreement | undefined>(undefined);
  useEffect(() => {
    const browser = thisBrowser();
    setAgreement(address && canCount(browser) ? agreementOf(browser) : undefined);
  }, [address]);
  const answer = (given: "yes" | "no") => {
    agree(thisBrowser(), given);
    setAgreement(given);
  };
  return { address, agreement, answer };
}

/** On public pages alone: asks once, and counts the page for who agreed. Nothing where the operator counts nothing. */
export const VisitQuestion = () => {
  const { pathname } = useLocation();
  const { address, agreement, answer } = useAgreement();
  useEffect(() => {
    if (address && agreement === "yes" && !wasCounted()) countVisit(thisBrowser(), address, pathname, new Date());
  }, [address, agreement, pathname]);
  if (agreement !== null) return null;
  return (
    <section className="no-print border-t border-rule-strong bg-sheet py-3.5" aria-label="Counted visits">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>May we count this visit? We count the page and the day, without a cookie and without your name.</p>
        <div className="row [--gap:8px]">
          <Button type="button" variant="outline" small onClick={() => answer("yes")}>
            Yes, count it
          </Button>
          <Button type="button" variant="outline" small onClick={() => answer("no")}>
            No
          </Button>
        </div>
      </div>
    </section>
  );
};

/** The answer of this browser, to be changed at any time. */
export const VisitChoice = () => {
  const { agreement, answer } = useAgreement();
  if (agreement === undefined) return <p className="small muted mt-3">Visits from your browser are not counted.</p>;
  return (
    <div className="row mt-3 [--gap:12px]">
      <p role="status">{agreement === "yes" ? "Your visits are counted." : "Your visits are not counted."}</p>
      <Button type="button" variant="outline" small onClick={() => answer(agreement === "yes" ? "no" : "yes")}>
        {agreement === "yes" ? "Stop counting" : "Count my visits"}
      </Button>
    </div>
  );
};
