/** How a recording is to sound: restoration preset, strength and loudness. */

import { SegmentedControl, Select, Slider } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
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

export function RestorationField({ settings, onChange }: SoundFieldsProps) {
  const restoration = settings.samplingPreset ?? STANDARD;
  const isOurs = restoration === STANDARD || SAMPLING_PRESETS.some((preset) => preset === restoration);
  return (
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
  readonly onChosen: (loudness: number | null) => void;
}

/** Of one recording, as it is heard. */
export function Loudness({ value, onChosen }: LoudnessProps) {
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
    </div>
  );
}
