import { CopyButton } from "#src/ui/copy-button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The one moment at which the secret of a webhook can be seen. */
export const NewSecret = ({ value, title }: { value: string; title: string }) => (
  <Notice tone="ok" live className="mb-4" title={title}>
    <p>Every message is signed with this secret. Keep it now: it is not shown again.</p>
    <p className="api-secret row">
      <code translate="no">{value}</code>
      <CopyButton value={value} what="the secret" wide />
    </p>
  </Notice>
);
