/** Sets up a blind test: the question, the takes, and how many trials. */

import { Button, Radio, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { BlindTestView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { BLIND_TEST_KINDS, type BlindTestKind } from '../../../../shared/domain/listening/blind-test.ts';
import type { NewBlindTest, Passage } from '../../../../shared/domain/listening/verdict.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import classes from './blind.module.css';
import { BLIND } from './strings.ts';

interface BlindSetup {
  readonly desk: PageDesk;
  readonly jobId: string;
  /** At least two that can be played. */
  readonly takes: readonly TakeView[];
  /** What is in view; null for the whole recording. */
  readonly view: Passage | null;
  readonly listener: string;
  onStarted(test: BlindTestView): void;
}

const TRIALS = ['10', '16', '20'] as const;

export function setUpBlindTest(setup: BlindSetup): void {
  const id = modals.open({
    title: BLIND.setup,
    children: (
      <SetupForm
        {...setup}
        onStarted={(test) => {
          modals.close(id);
          setup.onStarted(test);
        }}
      />
    ),
  });
}

function SetupForm({ desk, jobId, takes, view, listener: known, onStarted }: BlindSetup) {
  const [kind, setKind] = useState<BlindTestKind>('abx');
  // Both models, or else the original and the result.
  const [first, setFirst] = useState(takes.at(-2)?.id ?? '');
  const [second, setSecond] = useState(takes.at(-1)?.id ?? '');
  const [trials, setTrials] = useState<string>(TRIALS[0]);
  const [listener, setListener] = useState(known);
  const [inView, setInView] = useState(view !== null);
  const { busy, refusal, save, clear } = useSaving(() => undefined);
  const options = takes.map(({ id, label }) => ({ value: id, label }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (first === second) return;
    const passage = inView ? view : null;
    const test: NewBlindTest = {
      jobId,
      kind,
      first,
      second,
      listener,
      passage,
      trials: Number(trials),
      seed: newSeed(),
    };
    save(async () => onStarted(await desk.client.verdicts.startTest(test)));
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group label={BLIND.question} value={kind} onChange={(value) => setKind(value as BlindTestKind)}>
          {BLIND_TEST_KINDS.map((each) => (
            <Radio
              key={each}
              mt="xs"
              value={each}
              label={BLIND.kinds[each][0]}
              description={BLIND.kinds[each][1]}
              data-autofocus={each === kind || undefined}
            />
          ))}
        </Radio.Group>
        <SimpleGrid cols={2} spacing={12}>
          <Select
            label={BLIND.first}
            data={options}
            value={first}
            allowDeselect={false}
            onChange={(value) => {
              setFirst(value ?? '');
              clear();
            }}
          />
          <Select
            label={BLIND.second}
            data={options}
            value={second}
            allowDeselect={false}
            error={first === second ? BLIND.sameTake : null}
            onChange={(value) => {
              setSecond(value ?? '');
              clear();
            }}
          />
        </SimpleGrid>
        <div>
          <p className={classes.label} id="blind-trials">
            {BLIND.trials}
          </p>
          <SegmentedControl
            aria-labelledby="blind-trials"
            data={[...TRIALS]}
            value={trials}
            onChange={setTrials}
            fullWidth
          />
        </div>
        {view !== null && (
          <Radio.Group
            label={BLIND.passage}
            value={inView ? 'view' : 'whole'}
            onChange={(value) => setInView(value === 'view')}
          >
            <Radio
              mt="xs"
              value="view"
              label={BLIND.inView(formatDuration(view.startSeconds), formatDuration(view.endSeconds))}
            />
            <Radio mt="xs" value="whole" label={BLIND.whole} />
          </Radio.Group>
        )}
        <TextInput
          label={BLIND.listener}
          description={BLIND.listenerNote}
          maxLength={80}
          value={listener}
          onChange={(event) => setListener(event.currentTarget.value)}
        />
        {refusal}
        <Button type="submit" variant="filled" fullWidth loading={busy} disabled={first === second}>
          {BLIND.start}
        </Button>
      </Stack>
    </form>
  );
}

/** 128 random bits, in hexadecimal. */
function newSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
