/** Accepts drops and pasted files anywhere in the window and shows an overlay while files are dragged over it. */

import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { takeDrop } from '../../components/add-recordings/add-recordings.ts';
import { takePaste } from '../../components/add-recordings/paste-paths.tsx';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './drop.module.css';
import { DROP } from './strings.ts';

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
