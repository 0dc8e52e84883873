/** Parts of History that its list, groups and detail share. */

import { Button } from '@mantine/core';
import { foundParts } from '../../../shared/domain/history/highlight.ts';
import classes from './history.module.css';
import { HISTORY_REFUSED } from './strings.ts';

interface RefusedProps {
  /** What could not be read. */
  readonly what: string;
  /** Why. */
  readonly sentence: string;
  readonly onAgain: () => void;
}

/** A read that failed: what happened, and another try. */
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

interface FoundProps {
  readonly text: string;
  readonly search: string;
}

/** A text in which what was searched for is marked. */
export function MarkedText({ text, search }: FoundProps) {
  if (search === '') return text;
  let place = 0;
  return foundParts(text, search).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isFound ? (
      <mark key={key} className={classes.found}>
        {part.text}
      </mark>
    ) : (
      part.text
    );
  });
}
