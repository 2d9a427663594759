import { pairLabel, type TypePair, typePairs } from "#src/modules/operator/index.ts";
import { Panel } from "#src/ui/admin-shell.tsx";

type Props = { pair: TypePair; published: TypePair; onChoose: (pair: TypePair) => void };

/** The typefaces of titles and text: one of the pairs that the product brings. */
export const TypePanel = ({ pair, published, onChoose }: Props) => (
  <Panel title="Typefaces" aside={<span className="small muted">titles and text of all pages</span>}>
    <fieldset className="pairs">
      <legend className="vh">Typefaces</legend>
      {typePairs.map((one) => (
        <label key={one} className="pair">
          <input
            type="radio"
            name="pair"
            value={one}
            defaultChecked={pair === one}
            onChange={() => onChoose(one)}
            aria-label={pairLabel(one)}
          />
          <span className={`pair-s pair-${one}`}>
            <span className="pair-h">The price explains itself.</span>
            <span className="pair-t">Every line of the price, and the reason for it.</span>
          </span>
          <small>{one === published ? `${pairLabel(one)}, published` : pairLabel(one)}</small>
        </label>
      ))}
    </fieldset>
  </Panel>
);
