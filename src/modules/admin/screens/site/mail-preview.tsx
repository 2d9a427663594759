import { MailBody } from "#src/modules/notifications/index.screens.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { BareSelect } from "#src/ui/inputs.tsx";
import type { MailEditor } from "../../mails/mails-editor.ts";
import { Frame } from "./brand-preview.tsx";

type Props = { editor: MailEditor; find: string };

/** Whose facts the preview prints: chosen at once with scripts, by a button without. */
const OrderChoice = ({ editor, find }: Props) => (
  <Form method="get" className="pvform" preventScrollReset>
    {find && <input type="hidden" name="search" value={find} />}
    <BareSelect
      name="order"
      aria-label="Facts of"
      defaultValue={editor.order ?? "example"}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      {editor.orders.map((number) => (
        <option key={number} value={number}>
          {`Order ${number}`}
        </option>
      ))}
      <option value="example">Example</option>
    </BareSelect>
    <Button variant="outline" small className="no-script">
      Show
    </Button>
  </Form>
);

/** The draft as its reader would get it: a picture, nothing in it can be reached. */
export const MailPreview = ({ editor, find }: Props) => {
  const { preview, orders, order } = editor;
  return (
    <aside className="mailpv" aria-labelledby="preview">
      <div className="pv-head">
        <h2 className="t3" id="preview">
          Preview
        </h2>
        {orders.length > 0 ? <OrderChoice editor={editor} find={find} /> : <span className="small muted">Example</span>}
      </div>
      <Frame theme="light" colour={preview.pen}>
        <dl className="mailhead" translate="no">
          <div>
            <dt>From</dt>
            <dd>{preview.from}</dd>
          </div>
          <div>
            <dt>To</dt>
            <dd>{preview.reader}</dd>
          </div>
          <div>
            <dt>Subject</dt>
            <dd>
              <b>{preview.subject}</b>
            </dd>
          </div>
        </dl>
        <div className="mailbody" translate="no">
          <p className="pv-from">{preview.shop}</p>
          <MailBody content={preview.content} />
        </div>
      </Frame>
      <p className="small muted mt-2">
        {order
          ? `Number, title and client are those of order ${order}; the rest is an example. It is shown here only, and nothing is sent.`
          : "Example: made-up facts. Nothing is sent."}
      </p>
    </aside>
  );
};
