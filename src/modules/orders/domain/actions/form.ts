import type { TextParam } from "../action-params.ts";
import type { KeptDiscount } from "../discount.ts";

/** What the texts of a form may name of the order that they stand on. */
export type FormFacts = {
  number: string;
  writerName: string | null;
  priceCents: number | null;
  discount: KeptDiscount | null;
  shortfallCents: number;
  refundedCents: number;
  confirmedAt: Date | null;
  /** Until when changes may be asked for, in words. */
  changesUntil: string | null;
  /** When a revision that is asked for now would be due, in words. */
  revisionDue?: string | null;
  /** How long an approval can be undone, and changes be asked for after it, in a sentence. */
  afterApproval: string | null;
  /** When a pause that begins now ends at the latest, and when its client is reminded, in a sentence. */
  pauseEnds?: string | null;
};
export type Text = string | ((order: FormFacts) => string);

type Labelled<Name extends string = string> = { name: Name; label: string; hint?: Text; optional?: true };
type TextField = Labelled<TextParam> & { kind: "text"; rows?: number };

/**
 * On the pages of clients and writers. "refund" is the amount that the page shows before a cancellation,
 * "change" the fields of another deadline, pages and sources,
 * "counter" those of a counter-offer.
 */
type PersonField = TextField | { kind: "refund" } | { kind: "change" } | { kind: "counter" };

/** On the admin page. "writer", "work" and "cause" are groups of fields that need more than a label. */
export type AdminField =
  | TextField
  | (Labelled & { kind: "line" })
  | (Labelled & { kind: "cents"; start?: "price"; ask?: string })
  /** An amount of what was paid, with what it leaves everybody. */
  | (Labelled & { kind: "sum"; ask: string })
  /** A day, YYYY-MM-DD; today where it is left empty. */
  | (Labelled & { kind: "date" })
  /** Sent as `<name>Date` and `<name>Time` in the admin's zone. */
  | (Labelled & { kind: "moment" })
  /** Who pays for money that goes back; `onlyWith` names the field without which it means nothing. */
  | { kind: "bearer"; onlyWith?: string }
  | { kind: "writer" }
  | { kind: "work" }
  | { kind: "cause" };

export type Form<Field> =
  | {
      /** On the button, the link, or the line that unfolds. */
      label: string;
      /** at-once: a button; open: a form on the page; folded: behind a link or a line; asked: in a dialog. */
      opens: "at-once" | "open" | "folded" | "asked";
      tone?: "main" | "danger";
      title?: Text;
      intro?: Text;
      /** On the button that sends the form, where it is not the label; and while it is sent. */
      send?: Text;
      busy?: string;
      /** Leads back to the page without the form. */
      back?: string;
      fields: readonly Field[];
      /** The message after it; null where the order is not shown any more. */
      done: string | null;
    }
  /** A page or a form of its own asks for it. */
  | { opens: "elsewhere"; done?: string };

export type Field = PersonField | AdminField;
export type PersonForm = Form<PersonField>;
export type AdminForm = Form<AdminField>;
