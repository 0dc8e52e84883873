/** What can be added to the takes: results of other jobs, and the delivered file of a result. */

import { Button, Loader, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { MOST_TAKES, type OtherTake } from '../../../../shared/contract/listening/listening.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { isHearable } from '../../../components/playback/heard-takes.ts';
import type { Player } from '../../../components/playback/player.ts';
import { percentWords, signed } from '../../../components/presets/sound-words.ts';
import { formatMoment } from '../../../components/text/format.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { useNow } from '../../../state/page-stores.ts';
import { DELIVERED, OTHERS } from '../strings.ts';
import classes from './takes.module.css';

const RAW = 'raw';
const OUTPUT = 'output';

interface VariantProps {
  readonly player: Player;
  /** Of the result. */
  readonly index: number;
  readonly delivered: TakeView;
  /** Fetches the takes again: what was delivered can be played now. */
  again(): void;
  onChoose(): void;
}

/** The first time, what was delivered has to be read once before it plays. */
export function Variant({ player, index, delivered, again, onChoose }: VariantProps) {
  const { client } = useDesk();
  const isOutput = useStore(player.store, (state) => state.delivered.has(index));
  const canHear = useStore(player.store, ({ broken, heard }) =>
    heard.some((each) => each.kind === 'delivered' && each.of === index && isHearable(each, broken)),
  );
  const [waiting, setWaiting] = useState(false);
  const { id, label } = delivered;

  function hear(output: boolean): void {
    player.setDelivered(index, output);
    onChoose();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is heard as soon as a player has it
  useEffect(() => {
    if (!waiting || !canHear) return;
    setWaiting(false);
    hear(true);
  }, [waiting, canHear]);

  function choose(chosen: string): void {
    if (chosen === RAW || canHear) {
      hear(chosen === OUTPUT);
      return;
    }
    setWaiting(true);
    client.listening
      .prepare({ takeId: id })
      .then(again)
      .catch((thrown: unknown) => {
        setWaiting(false);
        showRefusal(thrown);
      });
  }

  return (
    <Tooltip label={deliveryWords(delivered)} position="top-end">
      <span className={classes.variant}>
        {waiting && <Loader size={12} aria-label={DELIVERED.preparing} />}
        <SegmentedControl
          size="xs"
          aria-label={DELIVERED.choice(label)}
          disabled={waiting}
          data={[
            { value: RAW, label: DELIVERED.raw },
            { value: OUTPUT, label: DELIVERED.output },
          ]}
          value={isOutput || waiting ? OUTPUT : RAW}
          onChange={choose}
        />
      </span>
    </Tooltip>
  );
}

/** `As delivered: 80 %, −16 LUFS, MP3`. */
export function deliveryWords({ delivery }: TakeView): string {
  if (delivery === undefined) return '';
  const { extension, settings } = delivery;
  const words = [
    ...(settings.strength === 1 ? [] : [percentWords(settings.strength)]),
    ...(settings.loudness === null ? [] : [DELIVERED.loudness(signed(settings.loudness))]),
    extension.toUpperCase(),
  ];
  return DELIVERED.as(words.join(', '));
}

export interface AddTakeProps {
  readonly others: readonly OtherTake[];
  /** Those that are in the comparison. */
  readonly added: readonly string[];
  /** How many takes there are. */
  readonly count: number;
  add(takeId: string): void;
}

/** Nothing without other results. */
export function AddTake({ others, added, count, add }: AddTakeProps) {
  const now = useNow();
  const left = others.filter(({ takeId }) => !added.includes(takeId));
  if (left.length === 0 || count >= MOST_TAKES) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button h={28} p="0 8px" fz={12} leftSection={<IconPlus size={14} stroke={2} />}>
          {OTHERS.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={OTHERS.note}>
        <Menu.Label>{OTHERS.note}</Menu.Label>
        {left.map(({ at, label, takeId }) => (
          <Menu.Item
            key={takeId}
            rightSection={
              <QuietText span fz={12}>
                {formatMoment(at, now)}
              </QuietText>
            }
            onClick={() => add(takeId)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
