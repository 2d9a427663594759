import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ClaimRefused } from "#src/modules/orders/index.server.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { levelLabels } from "../domain/application.ts";
import { Offers } from "./offers.tsx";
import { Claims, Works } from "./works.tsx";
import type { ShownWorkspace } from "./workspace.server.ts";
import { OwnCapacity, OwnMoney, OwnSupport } from "./workspace-aside.tsx";

type SectionProps = { id: string; title: string; aside?: ReactNode; children: ReactNode };

const Section = ({ id, title, aside, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <div className="between flex-wrap gap-x-6 gap-y-2">
      <h2 className="t2" id={id}>
        {title}
      </h2>
      {aside && <p className="small muted">{aside}</p>}
    </div>
    {children}
  </section>
);

/** A refused step of the start page; a claim says what stood against it. */
export type RefusedWork = RefusedForm & { claim?: ClaimRefused | undefined };

/** Why nothing was changed, and the way on. */
const RefusedNotice = ({ refused, shown }: { refused: RefusedWork; shown: ShownWorkspace }) => {
  const { claim, message } = refused;
  const left = shown.claims?.fitting ?? 0;
  const more = left === 1 ? "Another one fits you." : left > 1 ? `${left} others fit you.` : "";
  const next =
    claim === "full" ? (
      <LinkButton small variant="outline" to="#support">
        Ask Support for more places
      </LinkButton>
    ) : claim === "gone" && left > 0 ? (
      <LinkButton small variant="outline" to="#claim">
        {left === 1 ? "Show it" : "Show them"}
      </LinkButton>
    ) : claim === "late" ? (
      <LinkButton small variant="outline" to="#support">
        Ask Support
      </LinkButton>
    ) : claim === "away" ? (
      <LinkButton small variant="outline" to="#capacity">
        Change your days off
      </LinkButton>
    ) : undefined;
  const tone = claim === "gone" || claim === "late" || claim === "away" ? "info" : claim === "full" ? "warn" : "bad";
  return (
    <Notice tone={tone} title={message} live className="mb-6" actions={next}>
      {claim === "gone" && more && <p>{more}</p>}
    </Notice>
  );
};

type Props = {
  shown: ShownWorkspace;
  refused: RefusedWork | undefined;
  /** What was just done. */
  done: string | null;
  /** The conversation with Support. */
  support: ReactNode;
  /** What the same person ordered before becoming a writer. */
  children?: ReactNode;
};

/** Where there is more than a handful: the academic level that a client named. */
const LevelFilter = ({ claims: { all, level, levels } }: { claims: NonNullable<ShownWorkspace["claims"]> }) =>
  levels.length < 2 && level === null ? null : (
    <Form method="get" action="/dashboard" className="row mt-3 [--gap:12px]" preventScrollReset>
      {all && <input type="hidden" name="open" value="all" />}
      <label className="small" htmlFor="claim-level">
        Academic level
      </label>
      <select className="select w-fit" id="claim-level" name="level" defaultValue={level ?? ""} key={level}>
        <option value="">Any level</option>
        {levels.map((one) => (
          <option key={one} value={one}>
            {levelLabels[one]}
          </option>
        ))}
      </select>
      <Button small variant="outline">
        Show
      </Button>
    </Form>
  );

const ClaimSection = ({ shown }: { shown: ShownWorkspace }) => {
  const { claims, rates } = shown;
  if (!claims) return null;
  const { fitting, open, all } = claims;
  const toggle = (
    <Link to={all ? "?#claim" : "?open=all#claim"} preventScrollReset>
      {all ? "Show what fits" : "Show all"}
    </Link>
  );
  return (
    <Section
      id="claim"
      title="You can claim"
      aside={
        open > 0 && (
          <>
            {`${fitting} of ${open} ${fitting === 1 ? "fits" : "fit"} your subjects. `}
            {fitting < open && toggle}
          </>
        )
      }
    >
      <LevelFilter claims={claims} />
      <Claims claims={claims} />
      {rates && claims.orders.length > 0 && <p className="small muted mt-3">{rates}</p>}
    </Section>
  );
};

/** The writer's start page: what waits for an answer, what is in work, what can be taken; money and capacity aside. */
export const Workspace = ({ shown, refused, done, support, children }: Props) => {
  const { capacity, offers, running, handedOver, zone, now, claims } = shown;
  const nothing = offers.length + running.length === 0;
  return (
    <main id="main" className="wrap page [&>section]:mt-14">
      <header className="mb-10 max-md:mb-7">
        <h1 className="d2">Your work</h1>
        <p className="mt-1.5 text-[1rem] text-ink-2">{`${now}. Times are in ${zoneLabel(zone)}.`}</p>
      </header>
      {done && !refused && <Notice tone="ok" title={done} live className="mb-6" />}
      {refused?.message && <RefusedNotice refused={refused} shown={shown} />}
      {capacity && !capacity.active && (
        <Notice tone="warn" title="You get no new offers now." className="mb-6">
          <p>What you have stays yours.</p>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_18.5rem] items-start gap-14 max-[72rem]:grid-cols-[minmax(0,1fr)]">
        <div className="stack [--gap:56px] max-md:[--gap:44px]">
          {offers.length > 0 && (
            <Section
              id="offers"
              title={offers.length === 1 ? "An offer for you" : "Offers for you"}
              aside="If you decline, you still get other offers."
            >
              <Offers works={offers} />
            </Section>
          )}
          {running.length > 0 && (
            <Section id="running" title="In work" aside="Next deadline first">
              <Works title="In work, the next deadline first" works={running} />
            </Section>
          )}
          {nothing && (
            <section aria-label="Offers and running work">
              <Empty title="No work at the moment" art>
                {claims
                  ? "Take an order below, or wait for an offer. You get an e-mail for each."
                  : "We offer you orders that fit your subjects. You get an e-mail for each."}
              </Empty>
            </section>
          )}
          <ClaimSection shown={shown} />
          {handedOver.length > 0 && (
            <Section id="handed" title="Delivered">
              <Works title="Delivered, newest first" works={handedOver} />
            </Section>
          )}
        </div>
        <aside
          className="grid grid-cols-[minmax(0,1fr)] gap-10 md:max-[72rem]:grid-cols-[1fr_1fr] md:max-[72rem]:gap-x-12"
          aria-label="Money, capacity and Support"
        >
          <OwnMoney shown={shown} />
          <OwnCapacity shown={shown} refused={refused} />
          <OwnSupport>{support}</OwnSupport>
        </aside>
      </div>
      {children}
    </main>
  );
};
