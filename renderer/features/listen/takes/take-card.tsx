/** One take: number key, name and waveform, with the original faintly behind a result. */

import { Skeleton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { Peaks } from '../../../../shared/engine-api/peaks-format.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { prepareDrag } from '../../../components/jobs/save-result.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import type { Pictures } from '../pictures/pictures.ts';
import type { Player } from '../playback/player.ts';
import { LISTEN, TRANSPORT } from '../strings.ts';
import type { PeaksState } from '../waves/use-peaks.ts';
import type { ViewWindow } from '../waves/view-window.ts';
import { Waveform } from '../waves/waveform.tsx';
import classes from './takes.module.css';

interface TakeCardProps {
  /** Of the recording. */
  readonly name: string;
  readonly take: TakeView;
  /** Among the takes. */
  readonly index: number;
  readonly active: boolean;
  readonly broken: boolean;
  readonly player: Player;
  readonly pictures: Pictures;
  readonly peaks: PeaksState;
  /** The original behind a result: where it shows, sound was removed. */
  readonly ghost: Peaks | null;
  readonly view: ViewWindow;
  readonly gain: number;
  readonly color: string;
  readonly onChoose: () => void;
}

export function TakeCard(props: TakeCardProps) {
  const { take, index, active, broken, peaks, ghost, view, gain, color } = props;
  return (
    <section
      className={classes.take}
      aria-label={take.label}
      data-testid={TEST_IDS.take}
      data-take={take.id}
      data-active={active}
    >
      <div className={classes.headRow}>
        <button type="button" className={classes.takeHead} aria-pressed={active} onClick={props.onChoose}>
          <span className={classes.key} aria-hidden="true">
            {index + 1}
          </span>
          <span className="visually-hidden">{LISTEN.choose} </span>
          <b>{take.label}</b>
          {active && <ActiveBadge player={props.player} />}
          <span className={classes.facts}>
            {factsOf(take, broken)}
            {!broken && <MatchNote player={props.player} index={index} />}
          </span>
        </button>
        {take.kind === 'result' && take.playable && <DragOut takeId={take.id} name={props.name} />}
      </div>
      <div className={classes.waves}>
        <PictureField take={index} pictures={props.pictures}>
          {ghost !== null && <Waveform peaks={ghost} view={view} color="--ct-wave-ghost" gain={gain} />}
          {peaks === 'loading' && <Skeleton className={classes.skeleton} />}
          {peaks === 'missing' && <p className={classes.noPeaks}>{LISTEN.noPeaks}</p>}
          {typeof peaks === 'object' && <Waveform peaks={peaks} view={view} color={color} gain={gain} />}
        </PictureField>
      </div>
    </section>
  );
}

/** Only in a window, where the system knows the file. By keyboard the output is reached through its folder. */
function DragOut({ takeId, name }: { takeId: string; name: string }) {
  const desk = useDesk();
  const bridge = desktopBridge();
  if (bridge === null) return null;
  return (
    <span
      className={classes.dragOut}
      draggable
      aria-hidden
      title={LISTEN.dragOut}
      data-testid={TEST_IDS.dragOut}
      onDragStart={(event) => {
        event.preventDefault();
        bridge.dragOut(takeId);
        void prepareDrag(desk, takeId, name);
      }}
    >
      <IconGripVertical size={15} stroke={1.8} />
    </span>
  );
}

function ActiveBadge({ player }: { player: Player }) {
  const playing = useStore(player.store, (state) => state.playing);
  return <span className={classes.heard}>{playing ? LISTEN.playing : LISTEN.selected}</span>;
}

/** What the level match does to the take. */
function MatchNote({ player, index }: { player: Player; index: number }) {
  const { matched, gains } = useStore(player.store);
  const gain = gains[index];
  if (!matched || gain === undefined) return null;
  return ` · ${gain === null ? TRANSPORT.notMatched : TRANSPORT.matchedBy(gain)}`;
}

function factsOf(take: TakeView, broken: boolean): string {
  if (!take.playable) return LISTEN.gone;
  if (broken) return LISTEN.broken;
  return LISTEN.format(take.sampleRate / 1000, take.channels);
}
