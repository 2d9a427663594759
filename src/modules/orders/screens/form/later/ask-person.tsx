import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** After a refused text: what can be ordered instead, and a person who looks where the rule was wrong. */
export default function AskPerson() {
  return (
    <Notice
      title="We do not do this, but we can help you prepare"
      className="mt-6"
      actions={
        <Button variant="outline" name="intent" value="ask-person">
          Ask a person to look
        </Button>
      }
    >
      <p>
        <Link to="/quizzesorder">Price a practice paper</Link> on the same topics, with worked solutions.
      </p>
      <p className="mt-2">
        Did we misread your text? A person reads it. Nothing is ordered or charged until then, and what you typed stays.
      </p>
    </Notice>
  );
}
