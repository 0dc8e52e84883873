/** Accepts drops and pasted files anywhere in the window and shows an overlay while files are dragged over it. */

import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AddingView } from '../../../shared/contract/queue/adding.ts';
import { formatBytes } from '../../../shared/domain/units.ts';
import { takeDrop } from '../../components/add-recordings/add-recordings.ts';
import { takePaste } from '../../components/add-recordings/paste-paths.tsx';
import { ADDING, DROP } from '../../components/add-recordings/strings.ts';
import { ProgressTrack } from '../../components/marks/marks.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import { useDesk } from '../../state/desk-context.ts';
import { uploadStore } from '../../state/page-stores.ts';
import classes from './drop.module.css';

/** Shorter imports show nothing: it would only flash. */
const SHOW_AFTER_MS = 400;

export function DropLayer() {
  const desk = useDesk();
  const [over, setOver] = useState(false);

  useEffect(() => {
    // Entering a child fires before leaving its parent: the window is left only when the counts are equal.
    let depth = 0;

    function enter(event: DragEvent): void {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    }
    function hover(event: DragEvent): void {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    }
    function leave(event: DragEvent): void {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    }
    function drop(event: DragEvent): void {
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void takeDrop(desk, event.dataTransfer);
    }

    function paste(event: ClipboardEvent): void {
      if (event.clipboardData === null || isTextField(event.target)) return;
      if (takePaste(desk, event.clipboardData)) event.preventDefault();
    }

    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragover', hover, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => stop.abort();
  }, [desk]);

  if (!over) return null;
  return (
    <div className={classes.layer} data-testid={TEST_IDS.dropZone}>
      <div className={classes.target}>
        <span className={classes.icon}>
          <IconUpload size={34} stroke={1.7} />
        </span>
        <b>{DROP.title}</b>
        <span>{DROP.note}</span>
      </div>
    </div>
  );
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

export function AddingPanel() {
  const { client } = useDesk();
  const adding = useAdding();
  const [late, setLate] = useState(false);
  const busy = adding !== null;
  useEffect(() => {
    if (!busy) return;
    const timer = window.setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  if (adding === null || !late) return null;
  const words = ADDING.line(adding.added, adding.found);
  const fraction = adding.found === 0 ? 0 : adding.added / adding.found;
  return (
    <aside className={classes.panel} aria-label={ADDING.label}>
      <div className={classes.panelHead}>
        <b>{words}</b>
        <Button size="compact-sm" fz={12} onClick={() => client.adding.stop().catch(showRefusal)}>
          {ADDING.stop}
        </Button>
      </div>
      <div
        className={classes.addingTrack}
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fraction * 100)}
      >
        <ProgressTrack fraction={fraction} />
      </div>
    </aside>
  );
}

function useAdding(): AddingView | null {
  const { client } = useDesk();
  const [adding, setAdding] = useState<AddingView | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    async function watch(): Promise<void> {
      for await (const event of await client.adding.watch(undefined, { signal: stop.signal })) setAdding(event.adding);
    }
    // Without it only the progress line is missing.
    watch().catch(() => setAdding(null));
    return () => stop.abort();
  }, [client]);
  return adding;
}

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
      <div className={`${classes.current} cut`}>{progress.current}</div>
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
