/** How takes are played: difference, level match, loop and speed. */

import { Button, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck, IconLayersDifference, IconRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { EARS, type Ear, hasEars, isHearable } from '../../../components/playback/heard-takes.ts';
import type { Player } from '../../../components/playback/player.ts';
import { TRANSPORT } from '../strings.ts';
import type { Sight } from '../waves/view-window.ts';
import { announceLoop, chooseEar, differenceOf, switchDifference, switchMatch } from './choose.ts';
import classes from './transport.module.css';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

interface SoundToolsProps {
  readonly player: Player;
  readonly takes: readonly TakeView[];
  readonly sight: Sight;
}

export function SoundTools({ player, takes, sight }: SoundToolsProps) {
  const { heard, take, result, broken, matched, loop } = useStore(player.store);
  const difference = heard[differenceOf(player, result)];
  const changeLoop = (): void => {
    const view = sight.getState();
    player.setLoop(loop === null ? { from: view.from * player.rate, to: view.to * player.rate } : null);
    announceLoop(player);
  };
  return (
    <>
      <Switch
        label={TRANSPORT.difference}
        note={TRANSPORT.differenceNote}
        keys={['D']}
        icon={<IconLayersDifference size={17} stroke={1.7} />}
        on={heard[take]?.kind === 'difference'}
        disabled={difference === undefined || !isHearable(difference, broken)}
        onClick={() => switchDifference(player, takes)}
      />
      <Switch
        label={TRANSPORT.match}
        note={TRANSPORT.matchNote}
        keys={['L']}
        icon={<IconAdjustmentsHorizontal size={17} stroke={1.7} />}
        on={matched}
        onClick={() => switchMatch(player)}
      />
      <Switch
        label={TRANSPORT.loop}
        note={loop === null ? TRANSPORT.loopNote : TRANSPORT.loopClear}
        keys={['[', ']']}
        icon={<IconRepeat size={17} stroke={1.7} />}
        on={loop !== null}
        onClick={changeLoop}
      />
      <Speed player={player} />
      {hasEars(takes) && <Ears player={player} />}
    </>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly note: string;
  readonly keys: readonly string[];
  readonly icon: ReactNode;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** In narrow windows only icon and key are shown. */
function Switch({ label, note, keys, icon, on, disabled = false, onClick }: SwitchProps) {
  return (
    <Tooltip label={note} multiline maw={280}>
      <Button
        h={34}
        className={classes.switch}
        aria-pressed={on}
        data-on={on}
        disabled={disabled}
        leftSection={icon}
        onClick={onClick}
      >
        <span className={classes.word}>{label}</span>
        {keys.map((key) => (
          <KeyCap key={key}>{key}</KeyCap>
        ))}
      </Button>
    </Tooltip>
  );
}

/** Which side of a stereo recording is heard. */
function Ears({ player }: { player: Player }) {
  const ear = useStore(player.store, (state) => state.ear);
  return (
    <Tooltip label={TRANSPORT.earNote} multiline maw={280}>
      <SegmentedControl
        className={classes.ears}
        size="xs"
        aria-label={TRANSPORT.earChoice(ear)}
        data={EARS.map((one) => ({ value: one, label: <EarWords ear={one} /> }))}
        value={ear}
        onChange={(chosen) => chooseEar(player, chosen)}
      />
    </Tooltip>
  );
}

/** The letter where room is short; the word is the name either way. */
function EarWords({ ear }: { ear: Ear }) {
  return (
    <>
      <span className={classes.letter} aria-hidden="true">
        {TRANSPORT.earLetters[ear]}
      </span>
      <span className={classes.earWord}>{TRANSPORT.ears[ear]}</span>
    </>
  );
}

function Speed({ player }: { player: Player }) {
  const speed = useStore(player.store, (state) => state.speed);
  return (
    <Menu position="top">
      <Menu.Target>
        <Button
          h={34}
          className={classes.switch}
          data-on={speed !== 1}
          aria-label={`${TRANSPORT.speed}: ${TRANSPORT.times(speed)}`}
        >
          {TRANSPORT.times(speed)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={TRANSPORT.speed}>
        {SPEEDS.map((one) => (
          <Menu.Item
            key={one}
            aria-current={one === speed}
            rightSection={one === speed ? <IconCheck size={14} /> : null}
            onClick={() => player.setSpeed(one)}
          >
            {TRANSPORT.times(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
