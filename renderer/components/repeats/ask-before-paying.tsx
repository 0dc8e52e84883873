/** Asks before something is paid for again. Where nothing is, it goes on at once. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { PaidRepeatsView, RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import type { PageDesk } from '../../state/desk.ts';
import { Foot } from '../layout/layout.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { REPEATS } from '../strings.ts';
import { RepeatList } from './repeat-list.tsx';
import classes from './repeats.module.css';

/** What else a person may choose; each where it makes sense. */
export interface OtherWays {
  /** Uses the results that are there, where they were only to be made again on request. */
  readonly useHistory?: (() => Promise<void>) | undefined;
  /** Leaves out the recordings that would be paid for again. @param left ids of their jobs */
  readonly others?: ((left: ReadonlySet<string>) => { readonly count: number; go(): Promise<void> }) | undefined;
}

/** @param goOn does what was asked for @throws as `goOn`, and where the desk doesn't answer */
export async function askBeforePaying(
  desk: PageDesk,
  request: RepeatRequest,
  goOn: () => Promise<void>,
  ways: OtherWays = {},
): Promise<void> {
  const found = await desk.client.queue.paidRepeats(request);
  if (found.count === 0) {
    await goOn();
    return;
  }
  const id = modals.open({
    title: REPEATS.title(found.count),
    size: 560,
    children: <Question desk={desk} found={found} goOn={goOn} ways={ways} onDone={() => modals.close(id)} />,
  });
}

interface QuestionProps {
  readonly desk: PageDesk;
  readonly found: PaidRepeatsView;
  readonly goOn: () => Promise<void>;
  readonly ways: OtherWays;
  readonly onDone: () => void;
}

function Question({ desk, found, goOn, onDone, ways: { others, useHistory } }: QuestionProps) {
  const { amount, count, repeats } = found;
  const isWhole = count === repeats.length;
  const rest = isWhole ? others?.(new Set(repeats.map(({ jobId }) => jobId))) : undefined;
  const isAsked = isWhole && repeats.every(({ reason }) => reason === 'asked');

  function choose(way: () => Promise<void>): void {
    onDone();
    way().catch(showRefusal);
  }

  return (
    <div className={classes.question}>
      <p>
        {REPEATS.lead(count)} {amount === null ? REPEATS.costsUnknown : REPEATS.costs(formatUsd(amount))}
      </p>
      <RepeatList desk={desk} found={found} />
      <Foot>
        <Button data-autofocus onClick={onDone}>
          {REPEATS.cancel}
        </Button>
        {rest !== undefined && rest.count > 0 && (
          <Button onClick={() => choose(rest.go)}>{REPEATS.others(rest.count)}</Button>
        )}
        {useHistory !== undefined && isAsked && (
          <Button onClick={() => choose(useHistory)}>{REPEATS.useHistory}</Button>
        )}
        <Button variant="filled" onClick={() => choose(goOn)}>
          {amount === null || amount === 0 ? REPEATS.goOn : REPEATS.goOnFor(formatUsd(amount))}
        </Button>
      </Foot>
    </div>
  );
}
