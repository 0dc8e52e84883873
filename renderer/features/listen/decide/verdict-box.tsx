/** The verdict about the audible take: keep, reject, better than another. */

import { Button, Menu, Stack } from '@mantine/core';
import type { VerdictView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { verdictSource, verdictWords } from '../../../components/strings.ts';
import { formatMoment } from '../../../components/text/format.ts';
import { VerdictMark } from '../../../components/verdicts/verdicts.tsx';
import { useNow } from '../../../state/page-stores.ts';
import { OPINIONS } from '../strings.ts';
import classes from './decide.module.css';
import type { Opinions } from './use-opinions.ts';

interface VerdictBoxProps {
  readonly takes: readonly TakeView[];
  readonly heard: TakeView;
  readonly opinions: Opinions;
  /** Of the button that keeps it; null where it can't be kept. */
  readonly keepWords: string | null;
  onKeep(): void;
}

export function VerdictBox({ takes, heard, opinions, keepWords, onKeep }: VerdictBoxProps) {
  const others = takes.filter((take) => take.id !== heard.id);
  const last = opinions.view?.verdicts[0];
  const isKept = last?.kind === 'keep' && last.take === heard.id;
  const reject = () => opinions.give({ kind: 'reject', take: heard.id, over: null });
  return (
    <Stack component="section" gap={8} aria-label={OPINIONS.title}>
      <h2>{OPINIONS.title}</h2>
      {last !== undefined && <Given last={last} onUndo={() => opinions.withdraw(last.id)} />}
      {keepWords !== null && (
        <Button fullWidth h={34} variant={isKept ? 'default' : 'filled'} onClick={onKeep}>
          {keepWords}
        </Button>
      )}
      <div className={classes.pair}>
        <Button h={32} aria-label={OPINIONS.rejectTake(heard.label)} onClick={reject}>
          {OPINIONS.reject}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <Button h={32} disabled={others.length === 0}>
              {OPINIONS.better}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((take) => (
              <Menu.Item key={take.id} onClick={() => opinions.give({ kind: 'better', take: heard.id, over: take.id })}>
                {OPINIONS.betterThan(take.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </Stack>
  );
}

/** The latest verdict that stands. */
function Given({ last, onUndo }: { last: VerdictView; onUndo: () => void }) {
  const now = useNow();
  const words = verdictWords(last);
  return (
    <p className={classes.given}>
      <VerdictMark verdict={last} />
      <span>
        <b>{words}</b>
        <small>{verdictSource(last.listener, formatMoment(last.at, now))}</small>
      </span>
      <Button size="compact-xs" variant="subtle" color="gray" aria-label={OPINIONS.undoNamed(words)} onClick={onUndo}>
        {OPINIONS.undo}
      </Button>
    </p>
  );
}
