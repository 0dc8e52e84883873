/** On a finished row: what still is poor about its result. Hover shows the figures. */

import { IconEarScan } from '@tabler/icons-react';
import type { JobView } from '../../../../../shared/contract/views.ts';
import { COULD_BE_BETTER, weaknessDetail, weaknessTitle } from '../../../../../shared/domain/quality/strings.ts';
import classes from './status.module.css';

export function CouldBeBetter({ job: { weaknesses } }: { job: JobView }) {
  const [first] = weaknesses;
  if (first === undefined) return null;
  const whole = weaknesses.map((one) => `${weaknessTitle(one)}. ${weaknessDetail(one)}`).join('\n');
  return (
    <span className={classes.weak} data-tip={whole}>
      <IconEarScan size={14} stroke={1.8} aria-hidden="true" />
      <span className={classes.weakWords}>
        <span className="visually-hidden">{COULD_BE_BETTER}: </span>
        {weaknessTitle(first)}
      </span>
    </span>
  );
}
