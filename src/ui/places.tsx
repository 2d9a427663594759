const most = 8;

/** A small page for each order at once, dashed where there is room; the words beside it say the same. */
export const Places = ({ taken, capacity, small }: { taken: number; capacity: number; small?: boolean }) => {
  const all = Math.max(taken, capacity);
  if (all > most) return null;
  const places = Array.from({ length: all }, (_, at) => at + 1);
  return (
    <span className={small ? "places load" : "places"} aria-hidden="true">
      {places.map((place) => (
        <i key={place} className={place <= taken ? "on" : undefined} />
      ))}
    </span>
  );
};
