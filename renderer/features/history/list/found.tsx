/** A text in which what was searched for is marked. */

import { foundParts } from '../../../../shared/domain/history/highlight.ts';
import classes from '../history.module.css';

interface FoundProps {
  readonly text: string;
  readonly search: string;
}

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
