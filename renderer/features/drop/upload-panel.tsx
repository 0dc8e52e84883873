/** Progress of uploads into the library, in a corner of the window. */

import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { formatBytes } from '../../../shared/domain/units.ts';
import { ProgressTrack } from '../../components/marks/marks.tsx';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import { uploadStore } from '../../state/page-stores.ts';
import classes from './drop.module.css';
import { DROP } from './strings.ts';

export function UploadPanel() {
  const progress = useStore(uploadStore, (state) => state.progress);
  const stop = useStore(uploadStore, (state) => state.stop);
  if (progress === null) return null;
  const fraction = progress.bytes === 0 ? 0 : progress.bytesDone / progress.bytes;
  return (
    <aside className={classes.panel} data-testid={TEST_IDS.uploadPanel}>
      <div className={classes.panelHead}>
        <b>{DROP.uploading(progress.filesDone, progress.files)}</b>
        <Button size="compact-sm" fz={12} onClick={() => stop?.()}>
          {DROP.cancel}
        </Button>
      </div>
      <div className={classes.current}>{progress.current}</div>
      <div
        role="progressbar"
        aria-label={DROP.uploading(progress.filesDone, progress.files)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fraction * 100)}
      >
        <ProgressTrack fraction={fraction} />
      </div>
      <div className={classes.panelNote}>
        <span>{DROP.uploadNote}</span>
        <span>{DROP.bytes(formatBytes(progress.bytesDone), formatBytes(progress.bytes))}</span>
      </div>
    </aside>
  );
}
