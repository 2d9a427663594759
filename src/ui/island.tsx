import { Component, Fragment, type ReactNode } from "react";
import { minuteMs } from "#src/shared/units.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { fieldsGone, followTyping, readFields, type TypedField, writeFields } from "./typed-fields.ts";

type Props = {
  /** What fails alone, as the first word of a sentence: "This page", "The chat". */
  name: string;
  /** Of a whole page, the address that is shown: one that was given up is drawn again at another. */
  at?: string;
  /** The part brings the `<main>` of the page, and so does what stands in its place. */
  main?: true;
  /** The part is as wide as the window: what stands in its place keeps the page's margins. */
  wide?: true;
  children: ReactNode;
};
type State = { readonly turn: number; readonly failed: boolean; readonly lost: readonly TypedField[] | null };

/** So often within a minute a part is drawn anew before it is given up: failures hours apart have nothing in common. */
const mostTurns = 3;

const FieldsGone = ({ fields }: { fields: readonly TypedField[] }) =>
  fields.length > 0 && (
    <>
      <p className="mt-3">What you typed:</p>
      <dl className="stack [--gap:8px]">
        {fields.map(({ key, label, text }) => (
          <div key={key}>
            <dt className="small muted">{label}</dt>
            <dd className="whitespace-pre-wrap" translate="no">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );

/**
 * A part of a page that fails alone: an error while it is drawn leaves the rest of the page as it is. The part is drawn
 * anew with everything that was typed; when that fails again and again, it says so and shows the typed words.
 */
export class Island extends Component<Props, State, readonly TypedField[] | null> {
  override state: State = { turn: 0, failed: false, lost: null };
  private typed: readonly TypedField[] = [];
  /** When the part was drawn anew, in milliseconds of `performance.now()`. */
  private turns: readonly number[] = [];

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidMount(): void {
    followTyping();
  }

  /** What failed is still in the page here, and gone in `componentDidUpdate`. */
  override getSnapshotBeforeUpdate(_: Props, before: State): readonly TypedField[] | null {
    return this.state.failed && !before.failed ? readFields() : null;
  }

  override componentDidUpdate(props: Props, before: State, typed: readonly TypedField[] | null): void {
    const { failed, lost } = this.state;
    if (lost && props.at !== this.props.at) {
      this.turns = [];
      this.drawAgain();
    } else if (failed && !lost) {
      // A part that fails while it is drawn again has empty fields: the words are those of the first failure.
      if (typed && this.typed.length === 0) this.typed = typed;
      if (!this.drawAgain()) this.setState({ lost: fieldsGone(this.typed) });
    } else if (before.failed && !failed) {
      writeFields(this.typed);
      // This update may be the one that fails: the words are kept until it is through.
      setTimeout(() => {
        if (!this.state.failed) this.typed = [];
      });
    }
  }

  /** Has the part drawn anew; false: that was done often enough. */
  private drawAgain(): boolean {
    const now = performance.now();
    this.turns = this.turns.filter((at) => now - at < minuteMs);
    if (this.turns.length >= mostTurns) return false;
    this.turns = [...this.turns, now];
    this.setState(({ turn }) => ({ turn: turn + 1, failed: false, lost: null }));
    return true;
  }

  override render(): ReactNode {
    const { name, main, wide, children } = this.props;
    const { turn, failed, lost } = this.state;
    if (!failed) return <Fragment key={turn}>{children}</Fragment>;
    if (!lost) return null;
    const message = (
      <Notice
        tone="bad"
        live
        title={`${name} stopped working`}
        actions={
          <Button type="button" onClick={() => location.reload()}>
            Load the page again
          </Button>
        }
      >
        Load the page again, or write to support.
        <FieldsGone fields={lost} />
      </Notice>
    );
    if (main)
      return (
        <main id="main" className="wrap section">
          {message}
        </main>
      );
    return wide ? <div className="wrap">{message}</div> : message;
  }
}
