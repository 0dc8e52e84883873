/** What was paid for before: the date and price of each, and what costs nothing instead. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import type { PaidRepeatsView, PaidRepeatView, RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import { insteadOf, repeatSentence } from '../../../shared/domain/costs/paid-repeat-words.ts';
import { localDates } from '../../../shared/domain/units.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import { useAsked } from '../../state/use-asked.ts';
import { REPEATS } from '../strings.ts';
import { shownName } from '../text/format.ts';
import classes from './repeats.module.css';

const { date } = localDates(navigator.language);

interface RepeatListProps {
  readonly desk: PageDesk;
  readonly found: Pick<PaidRepeatsView, 'count' | 'repeats'>;
}

export function RepeatList({ desk, found: { count, repeats } }: RepeatListProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label={REPEATS.list}>
        {repeats.map((one) => (
          <Repeat key={`${one.jobId} ${one.model}`} desk={desk} repeat={one} />
        ))}
      </ul>
      {count > repeats.length && <p>{REPEATS.more(count - repeats.length)}</p>}
    </>
  );
}

function Repeat({ desk, repeat }: { readonly desk: PageDesk; readonly repeat: PaidRepeatView }) {
  const { earlier, name } = repeat;
  return (
    <li>
      <span className={`${classes.name} cut`} dir="auto" title={name}>
        {shownName(name)}
      </span>
      <span className={classes.what}>{`${repeatSentence(repeat, date(earlier.at))} ${insteadOf(repeat, 'desk')}`}</span>
      {earlier.result === 'there' && (
        <Button
          size="compact-sm"
          aria-label={REPEATS.openNamed(shownName(name))}
          onClick={() => {
            modals.closeAll();
            desk.goTo('listen', earlier.jobId);
          }}
        >
          {REPEATS.open}
        </Button>
      )}
    </li>
  );
}

/** For dialogs that ask about a price anyway: nothing where nothing is paid for again. */
export function KnownRepeats({ request }: { readonly request: RepeatRequest }) {
  const desk = useDesk();
  const asked = JSON.stringify(request);
  const ask = useCallback(() => desk.client.queue.paidRepeats(JSON.parse(asked) as RepeatRequest), [desk, asked]);
  // Refused, it shows nothing: the dialog says the price without it, too.
  const { answer } = useAsked(ask, { about: asked });

  if (answer === null || answer.count === 0) return null;
  return (
    <div className={classes.question}>
      <p>{REPEATS.lead(answer.count)}</p>
      <RepeatList desk={desk} found={answer} />
    </div>
  );
}
