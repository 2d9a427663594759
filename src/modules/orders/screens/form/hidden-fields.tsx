/** Values that go with the form unseen; empty ones are left out. */
export const HiddenFields = ({ fields }: { fields: Readonly<Record<string, string | null | undefined>> }) =>
  Object.entries(fields).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />);
