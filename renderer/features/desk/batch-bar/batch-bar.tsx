/** The batch bar: Add, preset, quote and Start. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { AddButton } from '../../../components/add-recordings/add-button.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { PresetPicker } from '../../../components/presets/preset-picker.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { useDeskCommand } from '../../../state/use-desk-command.ts';
import { startAll } from '../actions/start-jobs.ts';
import classes from './batch-bar.module.css';
import { QuoteBox } from './quote-box.tsx';
import { BAR } from './strings.ts';

export function BatchBar() {
  return (
    <div className={classes.bar}>
      <AddButton />
      <PresetPicker />
      <div className={classes.end}>
        <QuoteBox />
        <StartButton />
      </div>
    </div>
  );
}

function StartButton() {
  const desk = useDesk();
  const count = useQueue((state) => state.counts.startable);
  const [busy, setBusy] = useState(false);

  function start(): void {
    if (count === 0 || busy) return;
    setBusy(true);
    startAll(desk)
      .catch(showRefusal)
      .finally(() => setBusy(false));
  }

  useShortcuts([['mod+Enter', start]]);
  useDeskCommand('start', start);
  return (
    <Button h={34} miw={96} variant="filled" fw={600} disabled={count === 0 || busy} onClick={start}>
      {BAR.start(count)}
    </Button>
  );
}
