/** How a recording is to sound: restoration preset, strength, loudness and format. */

import { SegmentedControl, Select, Slider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { EXPORT_CHANNELS, EXPORT_FORMATS } from '../../../../shared/domain/export/settings.ts';
import { SAMPLING_PRESETS } from '../../../../shared/domain/models.ts';
import { percentWords, signed } from '../sound-words.ts';
import { PRESET_SETTINGS } from '../strings.ts';
import classes from './settings.module.css';

/** Usual loudness targets in LUFS. */
const TARGETS = [-14, -16, -19, -23] as const;
const KEPT = 'kept';
const STANDARD = '';
const STEP_PERCENT = 5;

interface SoundFieldsProps {
  readonly settings: BatchPreset;
  readonly onChange: (changes: RowSettings) => void;
}

export function SoundFields({ settings, onChange }: SoundFieldsProps) {
  const { channels = 'source', strength, loudness, format } = exportSettingsOf(settings);
  const restoration = settings.samplingPreset ?? STANDARD;
  const isOurs = restoration === STANDARD || SAMPLING_PRESETS.some((preset) => preset === restoration);
  return (
    <>
      <Select
        label={PRESET_SETTINGS.restoration}
        description={PRESET_SETTINGS.restorationNote}
        data={[
          { value: STANDARD, label: PRESET_SETTINGS.noRestoration },
          ...SAMPLING_PRESETS.map((value) => ({ value, label: PRESET_SETTINGS.restorations[value] })),
          // The terminal takes any text.
          ...(isOurs ? [] : [{ value: restoration, label: restoration }]),
        ]}
        value={restoration}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => onChange({ samplingPreset: chosen === null || chosen === STANDARD ? null : chosen })}
      />
      <Strength value={strength} onChosen={(chosen) => onChange({ strength: chosen })} />
      <Loudness value={loudness} onChosen={(chosen) => onChange({ loudness: chosen })} />
      <Select
        label={PRESET_SETTINGS.format}
        description={PRESET_SETTINGS.formatNote}
        data={EXPORT_FORMATS.map((value) => ({ value, label: PRESET_SETTINGS.formats[value] }))}
        value={format}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => {
          const found = EXPORT_FORMATS.find((one) => one === chosen);
          if (found !== undefined) onChange({ format: found });
        }}
      />
      <div>
        <div className={classes.label}>{PRESET_SETTINGS.channels}</div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={PRESET_SETTINGS.channels}
          data={EXPORT_CHANNELS.map((value) => ({ value, label: PRESET_SETTINGS.channelsKept[value] }))}
          value={channels}
          onChange={(chosen) => onChange({ channels: chosen })}
        />
        <p className={classes.note}>{PRESET_SETTINGS.channelsNote}</p>
      </div>
    </>
  );
}

interface StrengthProps {
  readonly value: number;
  /** Without its note. */
  readonly plain?: boolean;
  /** With every step. */
  readonly onMove?: (strength: number) => void;
  /** When the slider is released. */
  readonly onChosen?: (strength: number) => void;
}

export function Strength({ value, plain = false, onMove, onChosen }: StrengthProps) {
  const kept = Math.round(value * 100);
  const [percent, setPercent] = useState(kept);
  useEffect(() => setPercent(kept), [kept]);
  return (
    <div>
      <div className={classes.label}>
        <span>{PRESET_SETTINGS.strength}</span>
        <b>{percentWords(percent / 100)}</b>
      </div>
      <Slider
        thumbLabel={PRESET_SETTINGS.strength}
        label={null}
        step={STEP_PERCENT}
        value={percent}
        onChange={(moved) => {
          setPercent(moved);
          onMove?.(moved / 100);
        }}
        onChangeEnd={(chosen) => onChosen?.(chosen / 100)}
      />
      {!plain && <p className={classes.note}>{PRESET_SETTINGS.strengthNote}</p>}
    </div>
  );
}

interface LoudnessProps {
  readonly value: number | null;
  /** Without its note. */
  readonly plain?: boolean;
  readonly onChosen: (loudness: number | null) => void;
}

export function Loudness({ value, plain = false, onChosen }: LoudnessProps) {
  const isOffered = value === null || TARGETS.some((target) => target === value);
  // The command line accepts any target, so another value may be set: it is listed as well.
  const targets = isOffered ? TARGETS : [...TARGETS, value];
  return (
    <div>
      <div className={classes.label}>{PRESET_SETTINGS.loudness}</div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={PRESET_SETTINGS.loudness}
        data={[
          { value: KEPT, label: PRESET_SETTINGS.unchanged },
          ...targets.map((target) => ({ value: String(target), label: signed(target) })),
        ]}
        value={value === null ? KEPT : String(value)}
        onChange={(chosen) => onChosen(chosen === KEPT ? null : Number(chosen))}
      />
      {!plain && <p className={classes.note}>{PRESET_SETTINGS.loudnessNote}</p>}
    </div>
  );
}
