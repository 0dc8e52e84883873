/** How loud outputs are: target, mono, ceiling and channels. */

import { Checkbox, NumberInput, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { monoTargetOf } from '../../../../shared/domain/export/level.ts';
import {
  DEFAULT_TRUE_PEAK,
  EXPORT_CHANNELS,
  HIGHEST_TRUE_PEAK,
  LOUDEST_TARGET,
  LOWEST_TRUE_PEAK,
  PODCAST_LOUDNESS,
  QUIETEST_TARGET,
} from '../../../../shared/domain/export/settings.ts';
import { signed } from '../sound-words.ts';
import { PRESET_SETTINGS } from '../strings.ts';
import { Field } from './field.tsx';
import classes from './settings.module.css';

/** Usual targets in LUFS: music services, podcasts, broadcasting. */
const TARGETS = [-14, -16, -23] as const;
const KEPT = 'kept';
const OWN = 'own';
const STEP = 0.1;

interface LoudnessFieldsProps {
  readonly settings: BatchPreset;
  readonly onChange: (changes: RowSettings) => void;
}

export function LoudnessFields({ settings, onChange }: LoudnessFieldsProps) {
  const {
    channels = 'source',
    levelVoices = false,
    loudness,
    monoLoudness,
    truePeak = DEFAULT_TRUE_PEAK,
  } = exportSettingsOf(settings);
  const isUsual = loudness === null || TARGETS.some((target) => target === loudness);
  const [isOwn, setOwn] = useState(!isUsual);
  const shown = isOwn || !isUsual ? OWN : loudness === null ? KEPT : String(loudness);

  function choose(chosen: string): void {
    setOwn(chosen === OWN);
    if (chosen === KEPT) onChange({ loudness: null, monoLoudness: null });
    else aim(chosen === OWN ? (loudness ?? PODCAST_LOUDNESS.stereo) : Number(chosen));
  }

  function aim(target: number): void {
    onChange({ loudness: target, monoLoudness: monoTargetOf(target) });
  }

  return (
    <>
      <Field label={PRESET_SETTINGS.target} note={PRESET_SETTINGS.targetNote}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={PRESET_SETTINGS.loudness}
          data={[
            { value: KEPT, label: PRESET_SETTINGS.unchanged },
            ...TARGETS.map((target) => ({ value: String(target), label: signed(target) })),
            { value: OWN, label: PRESET_SETTINGS.ownTarget },
          ]}
          value={shown}
          onChange={choose}
        />
        {shown === OWN && loudness !== null && (
          <Level
            label={PRESET_SETTINGS.ownLoudness}
            unit={PRESET_SETTINGS.unitLufs}
            value={loudness}
            min={QUIETEST_TARGET}
            max={LOUDEST_TARGET}
            onChange={aim}
          />
        )}
      </Field>
      {loudness !== null && (
        <>
          <Field label={PRESET_SETTINGS.mono}>
            <Level
              label={PRESET_SETTINGS.monoLoudness}
              unit={PRESET_SETTINGS.monoNote(signed(loudness))}
              value={monoLoudness ?? loudness}
              min={QUIETEST_TARGET}
              max={LOUDEST_TARGET}
              onChange={(level) => onChange({ monoLoudness: level })}
            />
          </Field>
          <Field label={PRESET_SETTINGS.ceiling}>
            <Level
              label={PRESET_SETTINGS.ceiling}
              unit={PRESET_SETTINGS.unitPeak}
              value={truePeak}
              min={LOWEST_TRUE_PEAK}
              max={HIGHEST_TRUE_PEAK}
              onChange={(level) => onChange({ truePeak: level })}
            />
          </Field>
        </>
      )}
      <Field label={PRESET_SETTINGS.voices} note={PRESET_SETTINGS.levelVoicesNote}>
        <Checkbox
          mt={7}
          label={PRESET_SETTINGS.levelVoices}
          checked={levelVoices}
          onChange={(event) => onChange({ levelVoices: event.currentTarget.checked })}
        />
      </Field>
      <Field label={PRESET_SETTINGS.channels} note={PRESET_SETTINGS.channelsNote}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={PRESET_SETTINGS.channels}
          data={EXPORT_CHANNELS.map((value) => ({ value, label: PRESET_SETTINGS.channelsKept[value] }))}
          value={channels}
          onChange={(chosen) => onChange({ channels: chosen })}
        />
      </Field>
    </>
  );
}

interface LevelProps {
  readonly label: string;
  /** Behind the number. */
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (level: number) => void;
}

/** In tenths. What is out of bounds waits until it is within. */
export function Level({ label, max, min, onChange, unit, value }: LevelProps) {
  const describedBy = useId();
  return (
    <div className={classes.level}>
      <NumberInput
        size="xs"
        w={92}
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        min={min}
        max={max}
        step={STEP}
        decimalScale={1}
        fixedDecimalScale
        allowedDecimalSeparators={['.', ',']}
        clampBehavior="blur"
        onChange={(typed) => {
          // A text while it is being typed, as `-2.`.
          const level = typed === '' ? Number.NaN : Number(typed);
          if (level >= min && level <= max && level !== value) onChange(level);
        }}
      />
      <span id={describedBy}>{unit}</span>
    </div>
  );
}
