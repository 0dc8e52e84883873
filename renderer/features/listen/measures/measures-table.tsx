/** The measures of all takes, one row each, for comparison. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import { MEASURES } from '../strings.ts';
import { MEASURE_COLUMNS } from './measure-words.ts';
import classes from './measures.module.css';

/** Hidden until something was measured. */
export function MeasuresTable({ takes }: { takes: readonly TakeView[] }) {
  if (takes.every((take) => take.measures === null)) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in small windows, and must be reachable by key then
    <section className={classes.frame} aria-label={MEASURES.title} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {MEASURE_COLUMNS.map(({ label: [name, meaning] }) => (
              <th key={name} scope="col" title={meaning}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {takes.map((take) => (
            <tr key={take.id}>
              <th scope="row">{take.label}</th>
              {MEASURE_COLUMNS.map(({ label: [name], words }) => (
                <td key={name}>{take.measures === null ? MEASURES.unknown : words(take.measures, take)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
