/** The batch bar: Add, preset, quote and Start. */

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../components/add-recordings/add-button.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { PresetPicker } from '../../../components/presets/preset-picker.tsx';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { useDeskCommand } from '../../../state/use-desk-command.ts';
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
        <PauseButton />
        <StartButton />
      </div>
    </div>
  );
}

function PauseButton() {
  const { client } = useDesk();
  const paused = useQueue((state) => state.totals.paused);
  const anything = useQueue(({ counts }) => counts.active + counts.waiting > 0);
  return (
    <Button
      h={34}
      miw={118}
      px={12}
      disabled={!paused && !anything}
      leftSection={paused ? <IconPlayerPlayFilled size={13} /> : <IconPlayerPauseFilled size={13} />}
      onClick={() => (paused ? client.queue.resumeAll() : client.queue.pauseAll()).catch(showRefusal)}
    >
      {paused ? BAR.resume : BAR.pause}
    </Button>
  );
}

function StartButton() {
  const { client, session } = useDesk();
  const count = useQueue((state) => state.counts.startable);
  const [busy, setBusy] = useState(false);

  function start(): void {
    if (count === 0 || busy) return;
    setBusy(true);
    const { nextCap, restoresAgain } = session.getState();
    client.queue
      .start({ restoresAgain, ...(nextCap === null ? {} : { maxCost: nextCap }) })
      .then(() => session.setState({ restoresAgain: false, nextCap: null }))
      .catch(showRefusal)
      .finally(() => setBusy(false));
  }

  useHotkeys([['mod+Enter', start]]);
  useDeskCommand('start', start);
  return (
    <Button h={34} miw={96} variant="filled" fw={600} disabled={count === 0 || busy} onClick={start}>
      {BAR.start(count)}
    </Button>
  );
}
