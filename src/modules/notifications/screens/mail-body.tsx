import type { MailBlock, MailContent, MailRun } from "#src/platform/mail/content.ts";
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
    <div className="strong">{label}</div>
    <div className="sum">{amount}</div>
  </div>
);

const Facts = ({ facts }: Pick<MailContent, "facts">) =>
  facts && <TermList terms={facts.map(([term, value]) => ({ key: term, term, value }))} />;

const Slip = ({ lines, total }: Pick<MailContent, "lines" | "total">) =>
  (lines || total) && (
    <div className="slip">
      {lines && <Lines lines={lines} />}
      {total && <Total total={total} />}
    </div>
  );

const MailButton = ({ button }: Pick<MailContent, "button">) =>
  button && (
    <p>
      <LinkButton to={button.path} reloadDocument>
        {button.label}
      </LinkButton>
    </p>
  );

const Run = ({ run: { text, strong, em, to } }: { run: MailRun }) => {
  const words = em ? <em>{text}</em> : text;
  const marked = strong ? <strong>{words}</strong> : words;
  return to ? <a href={to}>{marked}</a> : marked;
};

/** Words keep their place while a mail is shown. */
const Runs = ({ of }: { of: readonly MailRun[] }) =>
  of.map((run, at) => ({ run, at })).map(({ run, at }) => <Run key={at} run={run} />);

const OwnBlock = ({ block, content, small }: { block: MailBlock; content: MailContent; small: boolean }) => {
  const look = small ? "sm soft whitespace-pre-line" : "whitespace-pre-line";
  switch (block.kind) {
    case "part":
      if (block.name === "button") return <MailButton {...content} />;
      return block.name === "details" ? <Facts {...content} /> : <Slip {...content} />;
    case "list": {
      const items = block.items.map((of, at) => ({ of, at }));
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={cx(block.ordered ? "list-decimal" : "list-disc", "pl-6", look)}>
          {items.map(({ of, at }) => (
            <li key={at}>
              <Runs of={of} />
            </li>
          ))}
        </List>
      );
    }
    case "heading":
      return (
        <h3 className="t3">
          <Runs of={block.of} />
        </h3>
      );
    default: {
      const words = (
        <p className={look}>
          <Runs of={block.of} />
        </p>
      );
      return block.kind === "quote" ? <blockquote>{words}</blockquote> : words;
    }
  }
};

/** An operator's text: what stands under the button is small print. */
const OwnText = ({ content, body }: { content: MailContent; body: readonly MailBlock[] }) => {
  const button = body.findIndex((block) => block.kind === "part" && block.name === "button");
  return body
    .map((block, at) => ({ block, at }))
    .map(({ block, at }) => <OwnBlock key={at} block={block} content={content} small={button !== -1 && at > button} />);
};

/** A mail's content as a page of ours: what the receiver reads, drawn without the mail's own HTML. */
export const MailBody = ({ content }: { content: MailContent }) => (
  <article className="stack [--gap:24px]">
    <h2 className="t1">{content.title}</h2>
    {content.body ? (
      <OwnText content={content} body={content.body} />
    ) : (
      <>
        {content.paragraphs.map((text) => (
          <p key={text} className="whitespace-pre-line">
            {text}
          </p>
        ))}
        <Facts {...content} />
        <Slip {...content} />
        <MailButton {...content} />
        {content.after?.map((text) => (
          <p key={text} className="sm soft whitespace-pre-line">
            {text}
          </p>
        ))}
      </>
    )}
  </article>
);
