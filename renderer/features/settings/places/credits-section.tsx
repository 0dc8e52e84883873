/** Under which license Cleartake is, and whose recordings its restoration network was trained with. */

import { creditLine, TRAINING_CREDITS } from '../../../../shared/domain/about/credits.ts';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { CREDITS } from '../strings.ts';
import classes from './places.module.css';

export function CreditsSection() {
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
