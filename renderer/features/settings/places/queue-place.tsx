/** Settings › Queue: how much at once, bandwidth, and what happens at the end. */

import { type Concurrency, USUAL_AT_ONCE, WHEN_ENDED } from '../../../../shared/domain/preferences.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { ChoiceField } from '../fields/choice-field.tsx';
import { LimitField } from '../fields/limit-field.tsx';
import { readAtOnce } from '../fields/limits.ts';
import { NumberField } from '../fields/number-field.tsx';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

export function QueuePlace() {
  const endScript = useSession(({ info }) => info?.endScript ?? null);
  return (
    <SettingsPlace title={SETTINGS.queue.title}>
      <AtOnce />
      <Bandwidth />
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
