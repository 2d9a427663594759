import { pageMeta, wordsOf } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "./+types/hiring.ts";
import { ApplicationForm } from "./application-form.tsx";
import { ApplicationStatus } from "./application-status.tsx";
import { type HiringData, hiringData, submitHiring } from "./hiring.server.ts";

export const handle = { footer: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { page, title, description } = await shownPage(ctx.runtime, "hiring");
  const words = { heading: page.title, lede: wordsOf(page.lede ?? []), title, description };
  return { facts: await pageFacts(context, "/hiring"), words, ...(await hiringData(ctx, request)) };
}

export const action = ({ context, request }: Route.ActionArgs) => submitHiring(context.get(requestContext), request);

export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.facts, loaderData.words.title, loaderData.words.description) : [];

/** Who writes already, or reads applications, has no use for the form. */
const Elsewhere = ({ who }: { who: "writer" | "admin" }) =>
  who === "writer" ? (
    <Notice
      tone="info"
      title="You already write for us."
      actions={
        <LinkButton small to="/dashboard">
          Open your work
        </LinkButton>
      }
    >
      <p>Your subjects, share and places are in your workspace. Ask Support to change them.</p>
    </Notice>
  ) : (
    <Notice
      tone="info"
      title="This page is for people who want to write for us."
      actions={
        <LinkButton small to="/admin/writers">
          Read applications
        </LinkButton>
      }
    >
      <p>Admins do not apply. You find the applications in the admin area.</p>
    </Notice>
  );

const ledes = {
  asked: "Your application is open again. Everything that you wrote is still here.",
  sent: "Your application is with us.",
} as const;

/** What stands below the title; of who has not applied yet what the page says. */
const ledeOf = ({ own, who }: HiringData, lede: string): string | null => {
  if (who === "writer" || who === "admin") return null;
  if (own?.state === "asked") return ledes.asked;
  return own && own.state !== "draft" ? ledes.sent : lede;
};

export default function Hiring({ loaderData, actionData }: Route.ComponentProps) {
  const { who, own, words } = loaderData;
  const lede = ledeOf(loaderData, words.lede);
  const open = own === null || own.state === "draft" || own.state === "asked";
  return (
    <main id="main" className="wrap pt-14 pb-24 max-lg:pt-7 max-lg:pb-16">
      <header className="mb-8 max-md:mb-5">
        <h1 className="d2">{words.heading}</h1>
        {lede && <p className="lede-serif mt-3.5 max-w-176">{lede}</p>}
      </header>
      {(who === "writer" || who === "admin") && <Elsewhere who={who} />}
      {(who === "guest" || who === "person") &&
        (open ? (
          <ApplicationForm loaded={loaderData} answer={actionData} />
        ) : (
          <ApplicationStatus own={own} zone={loaderData.zone} refused={actionData?.message} />
        ))}
    </main>
  );
}
