/** The places for which results of a recording were held back, as marks. Pure. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { type Finding, placeOf } from '../../../../shared/domain/integrity/findings.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import type { Mark } from '../marks/find-marks.ts';
import { HELD } from './strings.ts';

export interface HeldFinding {
  readonly finding: Finding;
  /** Of the model whose result it is. */
  readonly label: string;
  /** Null where the fault is everywhere. */
  readonly mark: Mark | null;
}

/** The gravest of each result first; empty for recordings that aren't in review. */
export function heldFindings({ generations, state }: Pick<JobView, 'generations' | 'state'>): readonly HeldFinding[] {
  if (state.kind !== 'in-review') return [];
  return state.held.flatMap(({ findings, generationId }) => {
    const model = generations.find(({ id }) => id === generationId)?.model;
    const label = model === undefined ? '' : MODELS[model].label;
    return findings.map((finding): HeldFinding => {
      const second = placeOf(finding);
      return { finding, label, mark: second === null ? null : { kind: 'held', second, label: HELD.place(label) } };
    });
  });
}

/** One for each place. */
export function heldMarks(job: Pick<JobView, 'generations' | 'state'>): readonly Mark[] {
  const marks = heldFindings(job).flatMap(({ mark }) => mark ?? []);
  return marks.filter(
    ({ label, second }, index) => marks.findIndex((one) => one.label === label && one.second === second) === index,
  );
}
