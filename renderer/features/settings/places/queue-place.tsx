/** Settings › Queue: bandwidth and what happens at the end. */

import { WHEN_ENDED } from '../../../../shared/domain/preferences.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { ChoiceField } from '../fields/choice-field.tsx';
import { LimitField } from '../fields/limit-field.tsx';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

export function QueuePlace() {
  const endScript = useSession(({ info }) => info?.endScript ?? null);
  return (
    <SettingsPlace title={SETTINGS.queue.title}>
      <Bandwidth />
      {endScript !== null && <Ending script={endScript} />}
    </SettingsPlace>
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
    <SettingsSection title={ending.title} text={ending.text} reset={resetting(ending.title, 'whenEnded')}>
      <SettingRow
        label={ending.field}
        standard={ending.answers.notify}
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
