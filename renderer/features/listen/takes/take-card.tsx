/** One take: number key, name and picture, with the original faintly behind a result's waveform: where it shows, sound was removed. */

import { ActionIcon, Button } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { askToFind } from '../../../components/find-source/find-dialog.tsx';
import { prepareDrag } from '../../../components/jobs/save-result.ts';
import type { Player } from '../../../components/playback/player.ts';
import { FIND } from '../../../components/strings.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import type { TakePictures } from '../pictures/pictures.ts';
import { DELIVERED, LISTEN, OTHERS, REMOVED, TRANSPORT } from '../strings.ts';
import classes from './takes.module.css';
import { deliveryWords, Variant } from './variant.tsx';

interface TakeCardProps {
  /** Of the recording. */
  readonly name: string;
  readonly take: TakeView;
  /** Among the takes. */
  readonly index: number;
  readonly active: boolean;
  readonly broken: boolean;
  readonly player: Player;
  readonly pictures: TakePictures;
  readonly onChoose: () => void;
  /** What was delivered of the result; null where that sounds the same. */
  readonly delivered: TakeView | null;
  /** Index of what is shown: of the take, or of what was delivered. */
  readonly shown: number;
  /** Index of the picture of what was removed, while that is heard; else null. */
  readonly removed: number | null;
  readonly original: TakeView | null;
  /** Fetches the takes again. */
  readonly again: () => void;
  /** Takes it out of the comparison; null for takes that belong to it. */
  readonly onRemove: (() => void) | null;
}

export function TakeCard(props: TakeCardProps) {
  const { take, index, active, broken, delivered, removed, shown } = props;
  const ear = useStore(props.player.store, (state) => state.ear);
  return (
    <section
      className={classes.take}
      aria-label={take.label}
      data-testid={TEST_IDS.take}
      data-take={take.id}
      data-active={active}
      data-removed={removed !== null}
    >
      <div className={classes.headRow}>
        <button type="button" className={classes.takeHead} aria-pressed={active} onClick={props.onChoose}>
          <span className={classes.key} aria-hidden="true">
            {index + 1}
          </span>
          <span className="visually-hidden">{LISTEN.choose} </span>
          <b>{take.label}</b>
          {active && <ActiveBadge player={props.player} />}
          <Facts player={props.player} index={broken ? null : shown} active={active}>
            {wordsOf(props)}
          </Facts>
        </button>
        {take.kind === 'original' && (!take.playable || take.isCopy === true) && (
          <Button
            className={classes.find}
            size="compact-sm"
            onClick={() => askToFind({ jobId: jobOf(take), name: props.name })}
          >
            {FIND.action}
          </Button>
        )}
        {delivered !== null && delivered.delivery?.problem === null && (
          <Variant
            player={props.player}
            index={index}
            delivered={delivered}
            again={props.again}
            onChoose={props.onChoose}
          />
        )}
        {props.onRemove !== null && (
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            color="gray"
            size={26}
            aria-label={OTHERS.remove(take.label)}
            onClick={props.onRemove}
          >
            <IconX size={15} stroke={1.8} />
          </ActionIcon>
        )}
        {take.kind === 'result' && take.playable && <DragOut takeId={take.id} name={props.name} />}
      </div>
      <div className={classes.waves}>
        <PictureField key={removed ?? shown} ear={ear} take={removed ?? shown} pictures={props.pictures} />
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
  const kind = useStore(player.store, ({ heard, take }) => heard[take]?.kind);
  if (kind === 'difference') return <span className={classes.removed}>{REMOVED.badge}</span>;
  if (kind === 'preview') return <span className={classes.heard}>{LISTEN.previewing}</span>;
  return <span className={classes.heard}>{playing ? LISTEN.playing : LISTEN.selected}</span>;
}

interface FactsProps {
  readonly player: Player;
  /** Of the take whose level match is told; null for none. */
  readonly index: number | null;
  readonly active: boolean;
  readonly children: string;
}

/** The take's facts and what the level match does to it, or to its preview while that is heard. Whole on hover where room is short. */
function Facts({ player, index, active, children }: FactsProps) {
  const match = useStore(player.store, ({ matched, gains, take }) => {
    const gain = index === null || !matched ? undefined : gains[active ? take : index];
    if (gain === undefined) return '';
    return ` · ${gain === null ? TRANSPORT.notMatched : TRANSPORT.matchedBy(gain)}`;
  });
  const words = `${children}${match}`;
  return (
    <span className={`${classes.facts} cut`} title={words}>
      {words}
    </span>
  );
}

/** The job in the id of an original. */
function jobOf({ id }: TakeView): string {
  return id.slice(id.indexOf(':') + 1);
}

function wordsOf({ broken, delivered, index, original, removed, shown, take }: TakeCardProps): string {
  if (removed !== null && original !== null) return removedWords(original);
  if (broken) return factsOf(take, broken);
  return outputWords(delivered, shown !== index) || factsOf(take, broken);
}

/** What a difference is made of, where that isn't the recording as it is. */
function removedWords({ channels, isCopy }: TakeView): string {
  return [
    REMOVED.facts,
    ...(isCopy === true ? [REMOVED.fromCopy] : []),
    ...(channels > 2 ? [REMOVED.downMixed(channels)] : []),
  ].join(' · ');
}

function factsOf(take: TakeView, broken: boolean): string {
  if (!take.playable) return LISTEN.gone;
  if (broken) return LISTEN.broken;
  if (take.isCopy === true) return LISTEN.copy;
  return LISTEN.format(take.sampleRate / 1000, take.channels);
}

/** How what was delivered was made, while it is heard, or why it can't be; else empty. */
function outputWords(delivered: TakeView | null, isOutput: boolean): string {
  if (delivered === null) return '';
  const problem = delivered.delivery?.problem ?? null;
  if (problem !== null) return DELIVERED.problems[problem];
  return isOutput ? deliveryWords(delivered) : '';
}
