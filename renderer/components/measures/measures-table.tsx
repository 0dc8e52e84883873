/** The measures of all takes, one column each, and what the selected result changed. */

import type { MeasuresView, TakeView } from '../../../shared/contract/views.ts';
import { MODELS } from '../../../shared/domain/models.ts';
import { changesOf, MEASURE_ROWS, type MeasureRow } from './measure-words.ts';
import classes from './measures.module.css';
import { MEASURE_CHANGES, MEASURE_WORDS } from './strings.ts';

interface MeasuresTableProps {
  readonly takes: readonly TakeView[];
  /** Index of the audible take. */
  readonly active: number;
}

/** Hidden until something was measured. */
export function MeasuresTable({ takes, active }: MeasuresTableProps) {
  const measured = takes.filter((take) => take.measures !== null);
  const [original] = takes;
  if (original === undefined || measured.length === 0) return null;
  const rows = MEASURE_ROWS.filter(({ words }) =>
    measured.some((take) => take.measures !== null && words(take.measures, take) !== null),
  );
  const heard = takes[active]?.kind === 'result' ? takes[active] : takes.find(({ kind }) => kind === 'result');
  return (
    <section aria-label={MEASURE_WORDS.title}>
      <h2 className={classes.title}>{MEASURE_WORDS.title}</h2>
      {heard !== undefined && <Changes original={original} take={heard} />}
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {takes.map((take) => (
              <th key={take.id} scope="col" data-active={take === takes[active]}>
                <span className="visually-hidden">{take.label}</span>
                <span aria-hidden="true">{take.model === null ? take.label : MODELS[take.model].shortLabel}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label[0]}>
              <th scope="row" title={row.label[1]}>
                {row.label[0]}
              </th>
              {takes.map((take) => (
                <td key={take.id} data-change={changeOf(row, original, take)}>
                  {(take.measures === null ? null : (row.words(take.measures, take) ?? row.nothing)) ??
                    MEASURE_WORDS.unknown}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Changes({ original, take }: { original: TakeView; take: TakeView }) {
  if (original.measures === null || take.measures === null) return null;
  const said = changesOf(original.measures, take.measures);
  return (
    <ul className={classes.changes} aria-label={MEASURE_WORDS.changed(take.label)}>
      {said.length === 0 && <li>{MEASURE_WORDS.unchanged}</li>}
      {take.measures.lostSpeech === 0 && <li>{MEASURE_CHANGES.noSpeechLost}</li>}
      {said.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Colored only where a listener would notice. */
function changeOf({ gain }: MeasureRow, original: TakeView, take: TakeView): 'better' | 'worse' | undefined {
  const before: MeasuresView | null = original.measures;
  if (gain === undefined || take === original || before === null || take.measures === null) return undefined;
  const steps = gain(before, take.measures);
  if (Math.abs(steps) < 1) return undefined;
  return steps > 0 ? 'better' : 'worse';
}
