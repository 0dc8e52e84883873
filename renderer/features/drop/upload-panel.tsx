/** How far recordings are on their way into the library, in a corner, out of the way. */

import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { formatBytes } from '../../../shared/domain/units.ts';
import { ProgressTrack } from '../../components/marks/progress-track.tsx';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import classes from './drop.module.css';
import { intakeStore } from './intake-store.ts';
import { DROP } from './strings.ts';

export function UploadPanel() {
  const intake = useStore(intakeStore, (state) => state.intake);
  const stop = useStore(intakeStore, (state) => state.stop);
  if (intake === null) return null;
  const fraction = intake.bytes === 0 ? 0 : intake.bytesDone / intake.bytes;
  return (
    <aside className={classes.panel} data-testid={TEST_IDS.uploadPanel}>
      <div className={classes.panelHead}>
        <b>{DROP.uploading(intake.filesDone, intake.files)}</b>
        <Button size="compact-sm" fz={12} onClick={() => stop?.()}>
          {DROP.cancel}
        </Button>
      </div>
      <div className={classes.current}>{intake.current}</div>
      <div
        role="progressbar"
        aria-label={DROP.uploading(intake.filesDone, intake.files)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fraction * 100)}
      >
        <ProgressTrack fraction={fraction} />
      </div>
      <div className={classes.panelNote}>
        <span>{DROP.uploadNote}</span>
        <span>
          {formatBytes(intake.bytesDone)} of {formatBytes(intake.bytes)}
        </span>
      </div>
    </aside>
  );
}
