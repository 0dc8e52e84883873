/** The takes of the inspected recording, heard in sync and equally loud without leaving the desk. */

import { Button } from '@mantine/core';
import { IconArrowsExchange, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { hueOf } from '../../../components/models/hue.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useFrames } from '../../../components/playback/use-frames.ts';
import { usePlayer } from '../../../components/playback/use-player.ts';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { OverviewWave } from '../../../components/waves/overview-wave.tsx';
import { FACTS, INSPECTOR } from '../strings.ts';
import classes from './inspector.module.css';

interface TakesProps {
  /** The original first. */
  readonly takes: readonly TakeView[];
  /** To the room, where there is more to do. */
  readonly onOpen: () => void;
}

/** The player comes with the first Play: most rows are only looked at. */
export function InspectedTakes(props: TakesProps) {
  const { takes } = props;
  const [chosen, setChosen] = useState(takes.length - 1);
  const [isWanted, setWanted] = useState(false);
  useShortcuts([['X', () => !isWanted && setChosen(otherThan(chosen, takes.length))]]);
  if (isWanted) return <Played {...props} first={chosen} />;
  return (
    <>
      <TakeCards takes={takes} active={chosen} onChoose={setChosen} />
      <Controls
        {...props}
        isPlaying={false}
        onPlay={() => setWanted(true)}
        onSwitch={() => setChosen(otherThan(chosen, takes.length))}
      />
    </>
  );
}

function Played({ first, ...props }: TakesProps & { readonly first: number }) {
  const player = usePlayer(props.takes, { take: first, playing: true });
  if (player === null) return <TakeCards takes={props.takes} active={first} onChoose={() => undefined} />;
  return <Playing {...props} player={player} />;
}

function Playing({ player, ...props }: TakesProps & { readonly player: Player }) {
  const { takes } = props;
  const take = useStore(player.store, (state) => state.take);
  const isPlaying = useStore(player.store, (state) => state.playing);
  const gains = useStore(player.store, (state) => state.gains);
  const playhead = useRef<HTMLSpanElement>(null);
  useEffect(() => player.play(), [player]);
  useFrames(() => {
    playhead.current?.style.setProperty('left', `${(100 * player.frame()) / player.lengthFrames}%`);
  });
  const change = () => player.select(otherThan(take, takes.length));
  useShortcuts([['X', change]]);
  return (
    <>
      <TakeCards takes={takes} active={take} gains={gains} playhead={playhead} onChoose={player.select} />
      <Controls
        {...props}
        isPlaying={isPlaying}
        onPlay={() => (isPlaying ? player.pause() : player.play())}
        onSwitch={change}
      />
    </>
  );
}

/** From a result to the original, and from there to the best result. */
function otherThan(take: number, count: number): number {
  return take === 0 ? count - 1 : 0;
}

interface TakeCardsProps {
  readonly takes: readonly TakeView[];
  readonly active: number;
  /** Of each, in dB. */
  readonly gains?: readonly (number | null)[];
  readonly playhead?: RefObject<HTMLSpanElement | null>;
  readonly onChoose: (index: number) => void;
}

function TakeCards({ takes, active, gains = [], playhead, onChoose }: TakeCardsProps) {
  return (
    <fieldset className={classes.takes} aria-label={INSPECTOR.takes}>
      {takes.map((take, index) => (
        <button
          key={take.id}
          type="button"
          className={classes.take}
          aria-pressed={index === active}
          style={{ '--hue': `var(${hueOf(take.model)})` } as CSSProperties}
          onClick={() => onChoose(index)}
        >
          <span className={classes.label}>
            <b>{take.model === null ? take.label : modelOf(take.model).label}</b>
            <span>{gainWords(gains[index]) ?? FACTS.rate(take.sampleRate)}</span>
          </span>
          <span className={classes.wave}>
            <OverviewWave
              original={takes[0]?.id ?? ''}
              result={index === 0 ? null : take.id}
              hue={hueOf(take.model)}
              progress={null}
              stage="done"
            />
            {index === active && <span ref={playhead} className={classes.playhead} />}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

function gainWords(gain: number | null | undefined): string | null {
  return gain === null || gain === undefined ? null : INSPECTOR.matched(gain);
}

interface ControlsProps extends Pick<TakesProps, 'onOpen'> {
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly onSwitch: () => void;
}

function Controls({ isPlaying, onOpen, onPlay, onSwitch }: ControlsProps) {
  return (
    <div className={classes.controls}>
      <Button
        h={34}
        px={13}
        variant="filled"
        aria-label={isPlaying ? INSPECTOR.pause : INSPECTOR.play}
        onClick={onPlay}
      >
        {isPlaying ? <IconPlayerPauseFilled size={15} /> : <IconPlayerPlayFilled size={15} />}
      </Button>
      <Button
        h={34}
        px={12}
        leftSection={<IconArrowsExchange size={16} stroke={1.8} />}
        aria-keyshortcuts="X"
        onClick={onSwitch}
      >
        {INSPECTOR.change} <KeyCap>X</KeyCap>
      </Button>
      <Button h={34} px={10} variant="subtle" color="gray" onClick={onOpen}>
        {INSPECTOR.open}
      </Button>
    </div>
  );
}
