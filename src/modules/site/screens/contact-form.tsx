import { Link } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useMended } from "#src/ui/use-mended.ts";

/** What is asked for, and where it is sent. */
export type Asks = { title: string; action: string; text: string; hint?: string; order: boolean; send: string };

type Props = { asks: Asks; answer: RefusedForm | undefined; known: Readonly<Record<string, string>> };

/** A question or a report without an account. The whole page is sent: a lost connection then keeps what was typed. */
export const ContactForm = ({ asks, answer, known }: Props) => {
  const labels = { name: "Name", email: "E-mail", order: "Order number", text: asks.text };
  const { answer: now, since, onInput } = useMended(answer);
  const { errors = {}, message, values = known } = now ?? {};
  return (
    <section aria-labelledby="ask">
      <h2 className="t1" id="ask">
        {asks.title}
      </h2>
      {answer && (
        <div className="mt-5">
          <ErrorSummary errors={errors} labels={labels} message={message} since={since} />
        </div>
      )}
      <Form
        method="post"
        action={asks.action}
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
        {asks.order && (
          <Field
            name="order"
            label="Order number"
            hint="If you have one: seven letters and digits."
            error={errors.order}
            optional
          >
            <Input autoComplete="off" maxLength={40} className="max-w-48" defaultValue={values.order} />
          </Field>
        )}
        <Field name="text" label={asks.text} hint={asks.hint} error={errors.text}>
          <Textarea rows={6} required maxLength={10_000} defaultValue={values.text} />
        </Field>
        <div hidden>
          <label htmlFor="website">Leave this empty</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <div>
          <Button>{asks.send}</Button>
        </div>
        <p className="small muted">
          We answer by e-mail, and use your address for nothing else. More in the{" "}
          <Link to="/privacy-policy">privacy policy</Link>.
        </p>
      </Form>
    </section>
  );
};

export const ContactSent = ({ asks }: { asks: Asks }) => (
  <Notice tone="ok" live title={asks.order ? "We have your question." : "We have your report."} className="self-start">
    <p>
      We answer by e-mail to the address that you gave.{" "}
      <Link to={asks.action}>{asks.order ? "Ask something else" : "Report something else"}</Link>
    </p>
  </Notice>
);
