/** A folder in a form: chosen in the system's dialog, or typed where there is none. */

import { Button, TextInput } from '@mantine/core';
import { isAbsolutePath } from '../../../shared/domain/batch/batch-preset.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { showRefusal } from '../../components/messages/refusal.ts';
import type { Desk } from '../../state/desk.ts';
import { FORM } from './strings.ts';
import classes from './watch-folders.module.css';

interface FolderTextProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly error: string | null;
  /** Which dialog: that of folders with recordings, or that of folders for results. */
  readonly purpose: 'recordings' | 'results';
  readonly isFixed?: boolean;
  readonly onChange: (value: string) => void;
}

export function FolderText({ isFixed = false, onChange, purpose, value, ...rest }: FolderTextProps) {
  const bridge = desktopBridge();

  async function choose(): Promise<void> {
    if (bridge === null) return;
    const chosen =
      purpose === 'results' ? await bridge.chooseOutputFolder('results') : (await bridge.chooseFolder('watch'))[0];
    if (chosen !== null && chosen !== undefined) onChange(chosen);
  }

  return (
    <div className={classes.folder}>
      <TextInput
        {...rest}
        data-autofocus={purpose === 'recordings' && !isFixed ? true : undefined}
        // In a window, only what was chosen in the dialog may be watched or written to.
        readOnly={isFixed || bridge !== null}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {bridge !== null && !isFixed && <Button onClick={() => void choose().catch(showRefusal)}>{FORM.choose}</Button>}
    </div>
  );
}

/** `~` and variables mean something on the host only. @returns the absolute path, or what is wrong */
export async function readFolder(
  desk: Desk,
  text: string,
): Promise<{ readonly path: string } | { readonly problem: string }> {
  const wanted = text.trim();
  if (wanted === '') return { problem: FORM.missing };
  if (isAbsolutePath(wanted) && !/[$%]/.test(wanted)) return { path: wanted };
  const { path, reason } = await desk.client.adding.readFolder({ text: wanted });
  return path === null ? { problem: reason ?? FORM.missing } : { path };
}
