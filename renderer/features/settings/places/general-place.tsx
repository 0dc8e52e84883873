/** Settings › General: appearance, closing the window, updates, credits. */

import { creditLine, TRAINING_CREDITS } from '../../../../shared/domain/about/credits.ts';
import { DENSITIES, THEMES, WHEN_CLOSED } from '../../../../shared/domain/preferences.ts';
import { SettingRow, SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { ChoiceField } from '../fields/fields.tsx';
import { CREDITS, SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';
import classes from './places.module.css';
import { UpdatesSection } from './updates-section.tsx';

export function GeneralPlace() {
  // A browser's tab can be closed at any time: the desk behind it keeps working. On a Mac the app stays in the Dock.
  const asks = useSession(({ info }) => info?.host === 'desktop' && info.platform !== 'darwin');
  return (
    <SettingsPlace title={SETTINGS.general.title}>
      <Appearance />
      {asks && <Closing />}
      <UpdatesSection />
      <Credits />
    </SettingsPlace>
  );
}

function Appearance() {
  const { preferences, change, resetting } = usePreferences();
  const { appearance } = SETTINGS;
  return (
    <SettingsSection title={appearance.title} reset={resetting(appearance.title, 'theme', 'density')}>
      <SettingRow label={appearance.theme} standard={appearance.themes.auto}>
        <ChoiceField
          label={appearance.theme}
          looks="segments"
          value={preferences.theme}
          choices={THEMES}
          words={appearance.themes}
          onChange={(theme) => change({ theme })}
        />
      </SettingRow>
      <SettingRow label={appearance.density} note={appearance.densityNote} standard={appearance.densities.comfortable}>
        <ChoiceField
          label={appearance.density}
          looks="segments"
          value={preferences.density}
          choices={DENSITIES}
          words={appearance.densities}
          onChange={(density) => change({ density })}
        />
      </SettingRow>
      <SettingRow label={appearance.language} note={appearance.languageNote}>
        {appearance.english}
      </SettingRow>
    </SettingsSection>
  );
}

function Closing() {
  const { preferences, change, resetting } = usePreferences();
  const { closing } = SETTINGS;
  return (
    <SettingsSection title={closing.title} text={closing.text} reset={resetting(closing.title, 'whenClosed')}>
      <SettingRow label={closing.field} standard={closing.answers.ask}>
        <ChoiceField
          label={closing.field}
          value={preferences.whenClosed}
          choices={WHEN_CLOSED}
          words={closing.answers}
          onChange={(whenClosed) => change({ whenClosed })}
        />
      </SettingRow>
    </SettingsSection>
  );
}

function Credits() {
  return (
    <SettingsSection title={CREDITS.title} text={CREDITS.text}>
      <details className={classes.credits}>
        <summary>{CREDITS.recordings}</summary>
        <ul>
          {TRAINING_CREDITS.map((credit) => (
            <li key={credit.work}>{creditLine(credit)}</li>
          ))}
        </ul>
      </details>
    </SettingsSection>
  );
}
