import { Link, useOutletContext } from "react-router";
import { ChevronLeft, Icon } from "#src/ui/icons.tsx";
import { inboxAddress } from "./address.ts";
import type { InboxContext } from "./typing-colleagues.ts";

/** On phones: from what is open to the list, as it was asked for. */
export const BackToList = () => (
  <Link
    className="btn-icon back"
    to={inboxAddress("", useOutletContext<InboxContext>().ask)}
    aria-label="Back to the list"
  >
    <Icon of={ChevronLeft} />
  </Link>
);
