import { Amounts, LineSpacing, OrderType, Subject, type WorkFieldsProps } from "./work-fields.tsx";

export const PaperFields = (props: WorkFieldsProps) => (
  <>
    {props.part === "all" && (
      <div className="duo">
        <OrderType {...props} />
        <Subject {...props} service="non-technical" />
      </div>
    )}
    {props.part === "more" && <OrderType {...props} />}
    {props.part === "more" && <LineSpacing {...props} />}
    {props.part === "main" && <Subject {...props} service="non-technical" />}
    {props.part !== "more" && <Amounts {...props} />}
  </>
);

export const TechnicalFields = (props: WorkFieldsProps) =>
  props.part === "more" ? (
    <LineSpacing {...props} />
  ) : (
    <>
      <Subject {...props} service="technical" />
      <Amounts {...props} />
    </>
  );

export const QuizFields = () => (
  <p className="soft">
    A quiz has one fixed price, in every subject. You name the subject and the topics with the order.
  </p>
);
