import type { MailContent } from "#src/platform/mail/content.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { TermList } from "#src/ui/reading.tsx";

const Lines = ({ lines }: { lines: NonNullable<MailContent["lines"]> }) => (
  <dl className="lines">
    {lines.map(([label, amount, reason]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={cx("amt", !/\d/.test(amount) && "none")}>{amount}</dd>
        {reason && <dd className="why">{reason}</dd>}
      </div>
    ))}
  </dl>
);

const Total = ({ total: [label, amount] }: { total: [string, string] }) => (
  <div className="total between">
    <div className="t">{label}</div>
    <div className="sum">{amount}</div>
  </div>
);

/** A mail's content as a page of ours: what the receiver reads, drawn without the mail's own HTML. */
export const MailBody = ({ content }: { content: MailContent }) => (
  <article className="stack [--gap:24px]">
    <h2 className="t1">{content.title}</h2>
    {content.paragraphs.map((text) => (
      <p key={text} className="whitespace-pre-line">
        {text}
      </p>
    ))}
    {content.facts && <TermList terms={content.facts.map(([term, value]) => ({ key: term, term, value }))} />}
    {(content.lines || content.total) && (
      <div className="slip">
        {content.lines && <Lines lines={content.lines} />}
        {content.total && <Total total={content.total} />}
      </div>
    )}
    {content.button && (
      <p>
        <LinkButton to={content.button.path} reloadDocument>
          {content.button.label}
        </LinkButton>
      </p>
    )}
    {content.after?.map((text) => (
      <p key={text} className="sm soft whitespace-pre-line">
        {text}
      </p>
    ))}
  </article>
);
