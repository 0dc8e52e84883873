/** A verdict's icon: a check, a cross, or a star for what is better than another take. */

import { IconCheck, IconStar, IconX } from '@tabler/icons-react';
import type { VerdictView } from '../../../shared/contract/listening/verdicts.ts';
import classes from './verdicts.module.css';

const ICONS = { keep: IconCheck, reject: IconX, better: IconStar } as const;

export function VerdictMark({ verdict }: { verdict: VerdictView }) {
  const Icon = ICONS[verdict.kind];
  return <Icon className={classes.mark} data-kind={verdict.kind} size={15} aria-hidden="true" />;
}
