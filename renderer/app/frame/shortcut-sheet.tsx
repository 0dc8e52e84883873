/** The sheet of keyboard shortcuts, opened with "?". */

import { Modal } from '@mantine/core';
import { useStore } from 'zustand';
import { KeyCap } from '../../components/marks/marks.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { useSession } from '../../state/desk-context.ts';
import { openShortcuts, shortcutStore } from '../../state/page-stores.ts';
import { shortcutGroups } from '../commands/shortcuts.ts';
import { SHELL } from '../strings.ts';
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
