/** A read that failed: what happened, and another try. */

import { Button } from '@mantine/core';
import classes from './history.module.css';
import { HISTORY_REFUSED } from './strings.ts';

interface RefusedProps {
  /** What could not be read. */
  readonly what: string;
  /** Why. */
  readonly sentence: string;
  readonly onAgain: () => void;
}

export function Refused({ onAgain, sentence, what }: RefusedProps) {
  return (
    <div className={classes.refusal} role="alert">
      <span>
        {what} {sentence}
      </span>
      <Button size="compact-sm" variant="default" onClick={onAgain}>
        {HISTORY_REFUSED.again}
      </Button>
    </div>
  );
}
