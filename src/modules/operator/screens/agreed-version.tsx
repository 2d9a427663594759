import { Link } from "react-router";

/** Which version of a text was agreed to, and the way to its words. */
export const AgreedVersion = ({ text: { version, to } }: { text: { version: string; to: string | null } }) => {
  const named = (
    <>
      version <span translate="no">{version}</span>
    </>
  );
  return to ? <Link to={to}>{named}</Link> : named;
};
