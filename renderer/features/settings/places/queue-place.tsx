/** Settings › Queue: how much at once, bandwidth, and what happens at the end. Settings › Advanced: what is rarely needed. */

import { Button, SegmentedControl } from '@mantine/core';
import { MICRO_USD_PER_USD } from '../../../../shared/domain/money.ts';
import {
  type Concurrency,
  PREFERENCE_NAMES,
  USUAL_AT_ONCE,
  WHEN_ENDED,
} from '../../../../shared/domain/preferences.ts';
import { SettingRow, SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { ChoiceField, NumberField } from '../fields/fields.tsx';
import { BYTES_PER_MB, LIMIT_PRESETS_MB, readAtOnce, readCeiling, readLimit } from '../fields/limits.ts';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';
import { AfterSection } from './after-section.tsx';

const NONE = 'none';

export function QueuePlace() {
  const endScript = useSession(({ info }) => info?.endScript ?? null);
  return (
    <SettingsPlace title={SETTINGS.queue.title}>
      <AtOnce />
      <Bandwidth />
      <AfterSection />
      {endScript !== null && <Ending script={endScript} />}
    </SettingsPlace>
  );
}

const STAGES: readonly (keyof Concurrency)[] = ['uploads', 'restorations', 'downloads'];

function AtOnce() {
  const { preferences, change, resetting } = usePreferences();
  const { concurrency } = preferences;
  const { atOnce } = SETTINGS;
  return (
    <SettingsSection title={atOnce.title} text={atOnce.text} reset={resetting(atOnce.title, 'concurrency')}>
      {STAGES.map((stage) => (
        <SettingRow
          key={stage}
          label={atOnce.stages[stage]}
          note={stage === 'restorations' ? atOnce.note : undefined}
          standard={stage === 'restorations' ? atOnce.processors : String(USUAL_AT_ONCE[stage])}
        >
          <NumberField
            label={atOnce.stages[stage]}
            placeholder={stage === 'restorations' ? atOnce.automatic : String(USUAL_AT_ONCE[stage])}
            shown={concurrency[stage] ?? ''}
            read={readAtOnce}
            onChange={(count) => change({ concurrency: { ...concurrency, [stage]: count } })}
          />
        </SettingRow>
      ))}
    </SettingsSection>
  );
}

function Bandwidth() {
  const { preferences, change, resetting } = usePreferences();
  const { bandwidth } = SETTINGS;
  return (
    <SettingsSection
      title={bandwidth.title}
      text={bandwidth.text}
      reset={resetting(bandwidth.title, 'uploadLimit', 'downloadLimit')}
    >
      <SettingRow label={bandwidth.upload} standard={bandwidth.none}>
        <LimitField
          name={bandwidth.upload}
          limit={preferences.uploadLimit}
          onChange={(uploadLimit) => change({ uploadLimit })}
        />
      </SettingRow>
      <SettingRow label={bandwidth.download} standard={bandwidth.none}>
        <LimitField
          name={bandwidth.download}
          limit={preferences.downloadLimit}
          onChange={(downloadLimit) => change({ downloadLimit })}
        />
      </SettingRow>
    </SettingsSection>
  );
}

/** @param script absolute path of the person's program */
function Ending({ script }: { script: string }) {
  const { preferences, change, resetting } = usePreferences();
  const { ending } = SETTINGS;
  return (
    <SettingsSection title={ending.title} reset={resetting(ending.title, 'whenEnded')}>
      <SettingRow
        label={ending.field}
        note={ending.note}
        standard={ending.answers.nothing}
        below={
          preferences.whenEnded === 'script' ? (
            <>
              {ending.scriptHint} <code>{script}</code>
            </>
          ) : undefined
        }
      >
        <ChoiceField
          label={ending.field}
          value={preferences.whenEnded}
          choices={WHEN_ENDED}
          words={ending.answers}
          onChange={(whenEnded) => change({ whenEnded })}
        />
      </SettingRow>
    </SettingsSection>
  );
}

interface LimitFieldProps {
  readonly name: string;
  /** Bytes per second; null for no limit. */
  readonly limit: number | null;
  readonly onChange: (limit: number | null) => void;
}

function LimitField({ name, limit, onChange }: LimitFieldProps) {
  const { bandwidth } = SETTINGS;
  const megabytes = limit === null ? '' : limit / BYTES_PER_MB;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={bandwidth.presets(name)}
        data={[
          { value: NONE, label: bandwidth.none },
          ...LIMIT_PRESETS_MB.map((preset) => ({ value: String(preset), label: bandwidth.megabytes(preset) })),
        ]}
        value={limit === null ? NONE : String(megabytes)}
        onChange={(value) => onChange(value === NONE ? null : Number(value) * BYTES_PER_MB)}
      />
      <NumberField
        label={bandwidth.field(name)}
        placeholder={bandwidth.none}
        suffix={bandwidth.unit}
        decimals={2}
        shown={megabytes}
        read={readLimit}
        onChange={onChange}
      />
    </>
  );
}

export function AdvancedPlace() {
  const { preferences, change, resetting } = usePreferences();
  const { advanced, everything, resend } = SETTINGS;
  const all = resetting(everything.name, ...PREFERENCE_NAMES);
  return (
    <SettingsPlace title={advanced.title}>
      <SettingsSection title={resend.title} text={resend.text} reset={resetting(resend.title, 'resendCeiling')}>
        <SettingRow label={resend.field} note={resend.hint} standard={resend.standard}>
          <NumberField
            label={resend.field}
            suffix={resend.unit}
            decimals={2}
            step={0.5}
            shown={preferences.resendCeiling / MICRO_USD_PER_USD}
            read={readCeiling}
            onChange={(resendCeiling) => change({ resendCeiling })}
          />
        </SettingRow>
      </SettingsSection>
      <SettingsSection title={everything.title} text={everything.text}>
        <Button disabled={all.isDefault} onClick={all.onReset}>
          {everything.reset}
        </Button>
      </SettingsSection>
    </SettingsPlace>
  );
}
