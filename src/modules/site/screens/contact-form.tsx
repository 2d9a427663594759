import { Link } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useMended } from "#src/ui/use-mended.ts";

type Props = { answer: RefusedForm | undefined; known: Readonly<Record<string, string>> };

const labels = { name: "Name", email: "E-mail", order: "Order number", text: "Question" };

/** A question without an account. The whole page is sent: a lost connection then keeps what was typed. */
export const ContactForm = ({ answer, known }: Props) => {
  const { answer: now, since, onInput } = useMended(answer);
  const { errors = {}, message, values = known } = now ?? {};
  return (
    <section aria-labelledby="ask">
      <h2 className="t1" id="ask">
        Ask a question
      </h2>
      {answer && (
        <div className="mt-5">
          <ErrorSummary errors={errors} labels={labels} message={message} since={since} />
        </div>
      )}
      <Form
        method="post"
        action="/contact"
        reloadDocument
        className="stack mt-5 [--gap:20px]"
        noValidate
        onInput={onInput}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="name" label="Name" error={errors.name}>
            <Input autoComplete="name" required maxLength={100} defaultValue={values.name} />
          </Field>
          <Field name="email" label="E-mail" error={errors.email}>
            <Input type="email" autoComplete="email" required maxLength={254} defaultValue={values.email} />
          </Field>
        </div>
        <Field
          name="order"
          label="Order number"
          hint="If you have one: seven letters and digits."
          error={errors.order}
          optional
        >
          <Input autoComplete="off" maxLength={40} className="max-w-48" defaultValue={values.order} />
        </Field>
        <Field name="text" label="Question" error={errors.text}>
          <Textarea rows={6} required maxLength={10_000} defaultValue={values.text} />
        </Field>
        <div hidden>
          <label htmlFor="website">Leave this empty</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <div>
          <Button>Send the question</Button>
        </div>
        <p className="small muted">
          We answer by e-mail, and use your address for nothing else. More in the{" "}
          <Link to="/privacy-policy">privacy policy</Link>.
        </p>
      </Form>
    </section>
  );
};

export const ContactSent = () => (
  <Notice tone="ok" live title="We have your question." className="self-start">
    <p>
      We answer by e-mail to the address that you gave. <Link to="/contact">Ask something else</Link>
    </p>
  </Notice>
);
