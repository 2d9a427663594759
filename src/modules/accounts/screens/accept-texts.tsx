import { Link } from "react-router";
import { ChangedTexts } from "#src/modules/operator/index.screens.ts";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { Checkbox } from "#src/ui/choices.tsx";
import { ShownTexts } from "../providers/screens/provider-part.tsx";
import type { FormAnswer } from "./answers.server.ts";

type AcceptProps = { texts: ShownVersions; answer: FormAnswer; verb: string; then: string };

/** The box with which the texts are accepted: "I have read the terms of service and the privacy policy." */
export const AcceptTexts = ({ texts, answer: { errors, values }, verb, then }: AcceptProps) => (
  <>
    <ShownTexts texts={texts} />
    {/* Other texts are another promise: a tick that was given for the old ones does not stay. */}
    <Checkbox
      key={`${texts.termsVersion} ${texts.privacyVersion}`}
      name="terms"
      value="on"
      required
      error={errors?.terms}
      defaultChecked={values?.terms === "on"}
    >
      {`${verb} `}
      <Link to="/terms">terms of service</Link>
      {` ${then} `}
      <Link to="/privacy-policy">privacy policy</Link>.
    </Checkbox>
  </>
);

/** Above a form of a new account that was sent with other texts. */
export const TextsOfNow = ({ answer: { changed, errors, message } }: { answer: FormAnswer }) =>
  changed && changed.length > 0 ? (
    <ChangedTexts
      what="an account"
      nothing="No account was made."
      texts={changed}
      alone={!message && Object.keys(errors ?? {}).length === 0}
    >
      <ul className="mt-2 list-disc pl-5">
        {changed.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} target="_blank">
              {label}
            </Link>{" "}
            (opens in a new tab)
          </li>
        ))}
      </ul>
    </ChangedTexts>
  ) : null;
