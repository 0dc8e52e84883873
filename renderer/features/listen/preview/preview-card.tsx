/** Tries strength and loudness of the chosen result by ear. */

import { Button, Tooltip } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { ExportSettings, SoundSettings } from '../../../../shared/domain/export/settings.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import type { Player } from '../../../components/playback/player.ts';
import { Loudness, Strength } from '../../../components/presets/form/sound-fields.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { PREVIEW } from '../strings.ts';
import { switchMatch } from '../transport/choose.ts';
import classes from './preview.module.css';
import { type Preview, usePreview } from './use-preview.ts';

interface PreviewCardProps {
  readonly player: Player;
  readonly takes: readonly TakeView[];
  /** Settings of the recording's exports. */
  readonly given: ExportSettings;
  /** Is told its settings, for Save as…. */
  readonly sound: RefObject<SoundSettings>;
}

export function PreviewCard({ player, takes, given, sound }: PreviewCardProps) {
  const preview = usePreview(player, takes, given);
  const tried = preview?.settings ?? given;
  useEffect(() => {
    sound.current = tried;
  }, [sound, tried]);
  useShortcuts([['V', () => preview?.toggle()]]);
  if (preview === null) return null;
  const { change, heard, settings, take, toggle } = preview;
  return (
    <section className={classes.card} aria-label={PREVIEW.title}>
      <header>
        <h2>{PREVIEW.title}</h2>
        <Tooltip label={PREVIEW.buttonNote} multiline maw={260}>
          <Button h={28} className={classes.toggle} aria-pressed={heard} data-on={heard} onClick={toggle}>
            {PREVIEW.button} <KeyCap>V</KeyCap>
          </Button>
        </Tooltip>
      </header>
      <p>{PREVIEW.text(take.label)}</p>
      <Strength plain value={settings.strength} onMove={(strength) => change({ strength })} />
      <Loudness value={settings.loudness} onChosen={(loudness) => change({ loudness })} />
      <Status preview={preview} player={player} />
    </section>
  );
}

/** What the preview has that its export won't, and the other way round. */
function Status({ preview, player }: { preview: Preview; player: Player }) {
  const matched = useStore(player.store, (state) => state.matched);
  const isLimited = useStore(player.store, ({ heard: all }) => all.some(({ limited: is }) => is === true));
  const { heard, levels, limited, measured, planned, refusal, settings } = preview;
  const isRendering = limited.made === null && limited.fraction > 0;
  const { gain } = planned.mix;
  if (!heard && measured === null) return null;
  return (
    <div className={classes.status} aria-live="polite">
      {refusal !== null && <p data-problem>{refusal}</p>}
      {refusal === null && measured === null && <p>{PREVIEW.measuring}</p>}
      {measured !== null && <p>{exportWords(preview, gain)}</p>}
      {levels && !(planned.loweredBy > 0) && (
        <p>
          {isLimited ? PREVIEW.leveled : PREVIEW.notYetLeveled}
          {isRendering && <span aria-hidden="true"> {PREVIEW.done(limited.fraction)}</span>}
        </p>
      )}
      {planned.loweredBy > 0 && (
        <p>
          {limitWords(preview, isLimited, matched)}
          {/* Read out, it would be endless. */}
          {isRendering && <span aria-hidden="true"> {PREVIEW.done(limited.fraction)}</span>}
        </p>
      )}
      {limited.refusal !== null && <p data-problem>{limited.refusal}</p>}
      {heard && matched && settings.loudness !== null && (
        <p>
          {PREVIEW.matched}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => switchMatch(player)}>
            {PREVIEW.unmatch}
          </Button>
        </p>
      )}
    </div>
  );
}

/** @param isLimited whether that is what plays */
function limitWords({ limited, planned }: Preview, isLimited: boolean, matched: boolean): string {
  if (isLimited) return PREVIEW.limited;
  const isLost = limited.refusal !== null || limited.made !== null;
  if (matched || planned.loweredBy < 0.05) return isLost ? PREVIEW.neverLimited : PREVIEW.notYetLimited;
  return (isLost ? PREVIEW.neverQuieter : PREVIEW.notYetQuieter)(planned.loweredBy);
}

/** Loudness and peak of the file that an export would write. */
function exportWords({ limited, measured, planned, settings }: Preview, gain: number): string {
  if (limited.made !== null) return PREVIEW.sounds(limited.made.figures.loudness, limited.made.figures.truePeak);
  const before = measured?.before ?? null;
  if (before === null || before.loudness === null) return PREVIEW.sounds(null, null);
  const loudness = settings.loudness ?? before.loudness;
  const isLimited = planned.loweredBy > 0;
  return PREVIEW.sounds(loudness, before.truePeak === null || isLimited ? null : before.truePeak + gain);
}
