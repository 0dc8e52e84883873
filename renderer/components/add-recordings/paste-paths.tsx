/** Paths as text: a form for them, and what is pasted on the desk. */

import { Button, Group, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { looksLikePath } from '../../../shared/domain/media-types.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import type { PageDesk } from '../../state/desk.ts';
import { showRefusal } from '../messages/saving.tsx';
import { addPaths, addTypedPaths, takeDrop } from './add-recordings.ts';
import { ADD, PATHS } from './strings.ts';

/** Adds the paths in a text, one a line: in the window once the person has confirmed them in a dialog of the system. */
async function addText(desk: PageDesk, text: string): Promise<void> {
  const bridge = desktopBridge();
  if (bridge === null) return await addTypedPaths(desk, text);
  const named = await bridge.pathsFromText(text);
  if (named !== null) await addPaths(desk, named.paths, named.skipped);
}

export function askForPaths(desk: PageDesk): void {
  const id = modals.open({
    title: PATHS.title,
    size: 560,
    children: (
      <PathsForm
        onAdd={(text) => {
          modals.close(id);
          addText(desk, text).catch(showRefusal);
        }}
      />
    ),
  });
}

/**
 * Adds files that are pasted, or paths. Call it inside the event handler: the browser empties the clipboard's data afterward.
 * @returns whether there was anything to add
 */
export function takePaste(desk: PageDesk, clipboard: DataTransfer): boolean {
  if (clipboard.files.length > 0) {
    void takeDrop(desk, clipboard);
    return true;
  }
  const text = clipboard.getData('text/plain');
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every((line) => looksLikePath(line.trim()))) return false;
  addText(desk, text).catch(showRefusal);
  return true;
}

function PathsForm({ onAdd }: { onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(text);
      }}
    >
      <Textarea
        label={PATHS.label}
        description={desktopBridge() === null ? PATHS.noteInBrowser : PATHS.note}
        data-autofocus
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="filled" disabled={text.trim() === ''}>
          {ADD.add}
        </Button>
      </Group>
    </form>
  );
}
