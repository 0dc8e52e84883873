/** Which audio tracks of a file are restored: the rule of a preset. */

import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { ALL_TRACKS, OWN_TRACK, SPEECH_TRACK, trackRuleSchema } from '../../../../shared/domain/tracks/track-rule.ts';
import { PRESET_SETTINGS } from '../strings.ts';

const NAMED = 'named';
const RULES = [OWN_TRACK, SPEECH_TRACK, ALL_TRACKS, NAMED] as const;
type Rule = (typeof RULES)[number];

interface TrackFieldProps {
  readonly settings: Pick<BatchPreset, 'track'>;
  readonly onChange: (changes: RowSettings) => void;
}

export function TrackField({ settings, onChange }: TrackFieldProps) {
  const { track = OWN_TRACK } = settings;
  const kept: Rule = RULES.find((one) => one === track) ?? NAMED;
  const [rule, setRule] = useState(kept);
  const [text, setText] = useState(kept === NAMED ? track : '');
  useEffect(() => setRule(kept), [kept]);
  useEffect(() => setText(kept === NAMED ? track : ''), [kept, track]);

  function choose(chosen: string | null): void {
    const found = RULES.find((one) => one === chosen);
    if (found === undefined) return;
    setRule(found);
    if (found !== NAMED) onChange({ track: found });
  }

  function keep(): void {
    const read = trackRuleSchema.safeParse(text);
    if (read.success && read.data !== track) onChange({ track: read.data });
  }

  return (
    <div>
      <Select
        label={PRESET_SETTINGS.tracks}
        description={PRESET_SETTINGS.tracksNote}
        data={RULES.map((value) => ({ value, label: PRESET_SETTINGS.trackRules[value] }))}
        value={rule}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={choose}
      />
      {rule === NAMED && (
        <TextInput
          mt={8}
          aria-label={PRESET_SETTINGS.trackRules.named}
          placeholder={PRESET_SETTINGS.trackExample}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
          }}
        />
      )}
    </div>
  );
}
