/** The sound picker: strength, loudness and format of the export. */

import { Popover, SegmentedControl, Select, Slider } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { EXPORT_FORMATS } from '../../../../shared/domain/export-settings.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import classes from './batch-bar.module.css';
import { percentWords, signed, soundWords } from './sound-words.ts';
import { SOUND } from './strings.ts';

/** Usual loudness targets in LUFS. */
const TARGETS = [-14, -16, -19, -23] as const;
const KEPT = 'kept';
const STEP_PERCENT = 5;

export function SoundPicker() {
  const desk = useDesk();
  const preset = useSession((state) => state.preset);
  if (preset === null) return null;
  const settings = exportSettingsOf(preset);

  function change(part: Partial<Pick<BatchPreset, 'strength' | 'loudness' | 'format'>>): void {
    if (preset !== null) desk.setPreset({ ...preset, ...part }).catch(showRefusal);
  }

  return (
    <Popover position="bottom-start" width={400} trapFocus>
      <Popover.Target>
        <button type="button" className={classes.picker}>
          <span className={classes.pickerName}>{SOUND.name}</span>
          <span className={classes.pickerValue}>{soundWords(settings)}</span>
          <IconChevronDown size={14} stroke={2} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.sound}>
        <Strength value={settings.strength} onChosen={(strength) => change({ strength })} />
        <Loudness value={settings.loudness} onChosen={(loudness) => change({ loudness })} />
        <Select
          label={SOUND.format}
          description={SOUND.formatNote}
          data={EXPORT_FORMATS.map((value) => ({ value, label: SOUND.formats[value] }))}
          value={settings.format}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => {
            const format = EXPORT_FORMATS.find((one) => one === chosen);
            if (format !== undefined) change({ format });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Saved when the slider is released, not on every step. */
function Strength({ value, onChosen }: { value: number; onChosen: (strength: number) => void }) {
  const kept = Math.round(value * 100);
  const [percent, setPercent] = useState(kept);
  useEffect(() => setPercent(kept), [kept]);
  return (
    <div>
      <div className={classes.soundTitle}>
        <span>{SOUND.strength}</span>
        <b>{percentWords(percent / 100)}</b>
      </div>
      <Slider
        thumbLabel={SOUND.strength}
        label={null}
        step={STEP_PERCENT}
        value={percent}
        onChange={setPercent}
        onChangeEnd={(chosen) => onChosen(chosen / 100)}
      />
      <p className={classes.note}>{SOUND.strengthNote}</p>
    </div>
  );
}

function Loudness({ value, onChosen }: { value: number | null; onChosen: (loudness: number | null) => void }) {
  const isOffered = value === null || TARGETS.some((target) => target === value);
  // The command line accepts any target, so another value may be set: it is listed as well.
  const targets = isOffered ? TARGETS : [...TARGETS, value];
  return (
    <div>
      <div className={classes.soundTitle}>
        <span>{SOUND.loudness}</span>
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={SOUND.loudness}
        data={[
          { value: KEPT, label: SOUND.unchanged },
          ...targets.map((target) => ({ value: String(target), label: signed(target) })),
        ]}
        value={value === null ? KEPT : String(value)}
        onChange={(chosen) => onChosen(chosen === KEPT ? null : Number(chosen))}
      />
      <p className={classes.note}>{SOUND.loudnessNote}</p>
    </div>
  );
}
