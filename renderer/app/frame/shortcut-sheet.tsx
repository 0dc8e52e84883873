/** The sheet of keyboard shortcuts, opened with "?". */

import { Modal } from '@mantine/core';
import { useStore } from 'zustand';
import { KeyCap } from '../../components/marks/marks.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { ROW_ACTIONS } from '../../features/desk/actions/row-actions.ts';
import { useSession } from '../../state/desk-context.ts';
import { openShortcuts, shortcutStore } from '../../state/page-stores.ts';
import { PAGES } from '../../state/route-store.ts';
import { OWN_COMMANDS, PLAIN_COMMANDS } from '../commands/strings.ts';
import { PAGE_LABELS, SHELL } from '../strings.ts';
import classes from './shortcut-sheet.module.css';

export function ShortcutSheet() {
  const open = useStore(shortcutStore, (state) => state.open);
  const mac = useSession((state) => state.info?.platform === 'darwin');
  useShortcuts([
    ['shift+?', openShortcuts],
    ['?', openShortcuts],
  ]);
  return (
    <Modal opened={open} onClose={() => shortcutStore.setState({ open: false })} title={SHELL.shortcuts} size={720}>
      <div className={classes.groups}>
        {shortcutGroups(mac ? '⌘' : 'Ctrl').map((group) => (
          <section key={group.title}>
            <h3 className={classes.title}>{group.title}</h3>
            <dl>
              {group.keys.map(([keys, does]) => (
                <div key={keys} className={classes.line}>
                  <dt>{does}</dt>
                  <dd>
                    <KeyCap>{keys}</KeyCap>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

/** Keys that act on rows stand where they act: those that remove come later. */
function rowKeys(destructive: boolean): ShortcutGroup['keys'] {
  return ROW_ACTIONS.filter(({ isDestructive = false }) => isDestructive === destructive).flatMap(({ keys }) =>
    keys === undefined ? [] : [[keys.name, keys.does] as const],
  );
}

/** @param mod `Ctrl` or `⌘` */
function shortcutGroups(mod: string): readonly ShortcutGroup[] {
  return [
    {
      title: 'Everywhere',
      keys: [
        [`${mod} K`, OWN_COMMANDS.palette.label],
        [`${mod} 1 – ${PAGES.length}`, PAGES.map((page) => PAGE_LABELS[page]).join(', ')],
        [`${mod} Enter`, 'The main button of a dialog'],
        [PLAIN_COMMANDS.shortcuts.keys ?? '', PLAIN_COMMANDS.shortcuts.label],
      ],
    },
    {
      title: 'Listen',
      keys: [
        ['Space', 'Play or pause'],
        ['X', 'Switch between original and result'],
        ['1 – 9', 'Choose a take'],
        ['D', 'Hear what the model removed or added'],
        ['L', 'Level match on or off'],
        ['V', 'Hear the preview of strength and loudness'],
        ['[ ]', 'Start and end of the loop'],
        ['B', 'Blind test'],
        ['← →', 'Back or forward 5 seconds'],
        ['S', 'Waveform or spectrogram'],
        ['N P', 'Next or previous mark'],
        ['E', 'Save as…: what you hear, raw, or a passage'],
        [', .', 'Previous or next recording of the batch'],
        ['A R', 'Accept or redo what is held for review'],
        ['+ −', 'Zoom in or out'],
        ['Scroll, pinch', 'Zoom around the pointer'],
        ['Shift scroll', 'Move through the recording'],
        ['0', 'Zoom to fit'],
        ['Home', 'Go to the start'],
      ],
    },
    {
      title: 'Desk',
      keys: [
        [`${mod} O`, PLAIN_COMMANDS['choose-files'].label],
        [OWN_COMMANDS.find.keys, OWN_COMMANDS.find.label],
        [OWN_COMMANDS.list.keys, OWN_COMMANDS.list.label],
        ['↑ ↓', 'Previous or next recording'],
        ['Alt ↑ ↓', 'Move up or down in the queue'],
        ['Alt Home End', 'Move to the top or bottom'],
        ['Space', 'Select'],
        ['Shift ↑ ↓', 'Extend the selection'],
        [`${mod} A`, OWN_COMMANDS.selectAll.label],
        ['Enter', 'Listen, or do the next step'],
        ...rowKeys(false),
        ['M', 'Open the menu of the row'],
        [OWN_COMMANDS.clearSelection.keys, OWN_COMMANDS.clearSelection.label],
        ...rowKeys(true),
        [`${mod} Enter`, PLAIN_COMMANDS.start.label],
        [`${mod} Z`, 'Undo a removal'],
      ],
    },
  ];
}
