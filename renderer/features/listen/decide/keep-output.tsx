/** Keeping a take: a verdict, and for a result its file in the output folder. Where other files of the recording are there, it is asked what becomes of them. */

import { Button, Radio, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { DialogBody, Foot, QuietText } from '../../../components/layout/layout.tsx';
import { KEEPING } from '../strings.ts';
import type { Opinions } from './use-opinions.ts';

/** What keeping it says on its button. Null for one that is held for review. */
export function keepWords(job: JobView, take: TakeView): string | null {
  if (take.kind === 'result' && job.state.kind === 'in-review') return null;
  return KEEPING.keep(take.label);
}

export function keepTake(job: JobView, take: TakeView, opinions: Opinions): void {
  if (take.kind !== 'result') {
    opinions.give({ kind: 'keep', take: take.id, over: null });
    return;
  }
  const others = job.generations
    .filter(({ exportedPath, id }) => exportedPath !== null && take.id !== `result:${id}`)
    .map(({ model }) => modelOf(model).label);
  if (others.length === 0) {
    opinions.keepOutput(take, 'leave');
    return;
  }
  const id = modals.open({
    title: KEEPING.keep(take.label),
    size: 500,
    children: <KeepDialog take={take} others={others} opinions={opinions} onClose={() => modals.close(id)} />,
  });
}

interface KeepDialogProps {
  readonly take: TakeView;
  /** Models with files in the output folder. */
  readonly others: readonly string[];
  readonly opinions: Opinions;
  readonly onClose: () => void;
}

function KeepDialog({ take, others, opinions, onClose }: KeepDialogProps) {
  const [fate, setFate] = useState<'leave' | 'set-aside'>('leave');
  const names = others.join(KEEPING.and);
  return (
    <DialogBody gap={14}>
      <QuietText fz={12} lh={1.45}>
        {KEEPING.lead(take.label)}
      </QuietText>
      <Radio.Group
        aria-label={KEEPING.others}
        value={fate}
        onChange={(value) => setFate(value === 'leave' ? 'leave' : 'set-aside')}
      >
        <Stack gap={8} pt={6}>
          <Radio value="leave" data-autofocus label={KEEPING.leave(names)} />
          <Radio value="set-aside" label={KEEPING.setAside(names)} />
        </Stack>
      </Radio.Group>
      <Foot>
        <Button onClick={onClose}>{KEEPING.cancel}</Button>
        <Button
          variant="filled"
          onClick={() => {
            onClose();
            opinions.keepOutput(take, fate);
          }}
        >
          {KEEPING.keep(take.label)}
        </Button>
      </Foot>
    </DialogBody>
  );
}
