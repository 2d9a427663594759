const steps = [1, 2, 5];

/** The distance of the grid lines in cents: the smallest round number of dollars of which `lines` reach the highest bar. */
export const gridStep = (mostCents: number, lines = 4): number => {
  for (let power = 100; ; power *= 10)
    for (const step of steps) if (step * power * lines >= mostCents) return step * power;
};

/** Heights of bars over a base line, `top` cents being the whole height; a bar of little money is still seen. */
export const barHeight = (cents: number, topCents: number, height: number): number =>
  cents <= 0 ? 0 : Math.max(1.5, Math.round((height * cents * 10) / topCents) / 10);
