/** The batch bar: Add, preset, quote and Start. */

import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconClipboardText,
  IconFile,
  IconFolder,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlus,
  IconWaveSine,
} from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { addSamples } from '../../../components/add-recordings/add-recordings.ts';
import { askForPaths } from '../../../components/add-recordings/paste-paths.tsx';
import { ADD } from '../../../components/add-recordings/strings.ts';
import { useChoosers } from '../../../components/add-recordings/use-choosers.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { PresetPicker } from '../../../components/presets/preset-picker.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { useDesk, useDeskCommand, useQueue, useSession } from '../../../state/desk-context.ts';
import { useQueueActions } from '../actions/queue-actions.ts';
import { startAll } from '../actions/start-jobs.ts';
import { QUEUE } from '../strings.ts';
import classes from './batch-bar.module.css';
import { QuoteBox } from './quote-box.tsx';
import { BAR } from './strings.ts';

const ADD_ICON = { size: 16, stroke: 1.8 };

export function BatchBar() {
  return (
    <div className={classes.bar}>
      <AddButton />
      <PresetPicker />
      <div className={classes.end}>
        <QuoteBox />
        <PauseBeside />
        <MainButton />
      </div>
    </div>
  );
}

/** Start while something waits for it; else pause or resume what was started. Always at the same place. */
function MainButton() {
  const desk = useDesk();
  const count = useQueue((state) => state.counts.startable);
  const { isPaused, isRunning } = useRunning();
  const { pauseAll, resumeAll } = useQueueActions();
  // Disabled, it would lose the focus, which its next name needs.
  const busy = useRef(false);

  function start(): void {
    if (count === 0 || busy.current) return;
    busy.current = true;
    startAll(desk)
      .catch(showRefusal)
      .finally(() => {
        busy.current = false;
      });
  }

  /** The second click of a double click on Start is none on what it became. */
  function pauseOrResume({ detail: clicks }: MouseEvent): void {
    if (clicks > 1) return;
    if (isPaused) resumeAll();
    else pauseAll();
  }

  useShortcuts([['mod+Enter', start]]);
  useDeskCommand('start', start);
  if (count === 0 && isRunning) {
    return (
      <Button className={classes.main} variant="filled" onClick={pauseOrResume}>
        {isPaused ? QUEUE.resume : QUEUE.pause}
      </Button>
    );
  }
  return (
    <Button className={classes.main} variant="filled" disabled={count === 0} onClick={start}>
      {BAR.start(count)}
    </Button>
  );
}

/** Beside Start, while something runs. */
function PauseBeside() {
  const count = useQueue((state) => state.counts.startable);
  const { isPaused, isRunning } = useRunning();
  const { pauseAll, resumeAll } = useQueueActions();
  if (count === 0 || !isRunning) return null;
  const label = isPaused ? QUEUE.resume : QUEUE.pause;
  return (
    <ActionIcon
      size={36}
      variant={isPaused ? 'light' : 'default'}
      aria-label={label}
      title={label}
      onClick={isPaused ? resumeAll : pauseAll}
    >
      {isPaused ? <IconPlayerPlayFilled size={14} /> : <IconPlayerPauseFilled size={15} />}
    </ActionIcon>
  );
}

/** Whether something runs or waits its turn, or stands still because everything is paused. */
function useRunning(): { readonly isPaused: boolean; readonly isRunning: boolean } {
  const isPaused = useQueue((state) => state.totals.paused);
  const isRunning = useQueue(({ counts, totals }) => totals.paused || counts.active + counts.waiting > 0);
  return { isPaused, isRunning };
}

function AddButton() {
  const desk = useDesk();
  const samples = useSession((state) => state.info?.samples ?? 0);
  const { chooseFiles, chooseFolder, inputs } = useChoosers();
  return (
    <>
      <Menu position="bottom-start" width={230}>
        <Menu.Target>
          <Button
            h={36}
            px={12}
            variant="default"
            leftSection={<IconPlus size={15} stroke={2} />}
            rightSection={<IconChevronDown size={14} stroke={2} />}
          >
            {ADD.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFile {...ADD_ICON} />} onClick={chooseFiles}>
            {ADD.files}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolder {...ADD_ICON} />} onClick={chooseFolder}>
            {ADD.folder}
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboardText {...ADD_ICON} />} onClick={() => askForPaths(desk)}>
            {desktopBridge() === null ? ADD.pathsInBrowser : ADD.paths}
          </Menu.Item>
          {samples > 0 && (
            <Menu.Item leftSection={<IconWaveSine {...ADD_ICON} />} onClick={() => void addSamples(desk)}>
              {ADD.samples}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {inputs}
    </>
  );
}
