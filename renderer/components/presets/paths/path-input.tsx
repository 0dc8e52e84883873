/** A path that is typed, as people write it. What is no path stays in its field, in red, until the person changes it: no dialog passes it over. Other fields that may be wrong hold a dialog in the same way. */

import { TextInput, type TextInputProps } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { isAbsolutePath } from '../../../../shared/domain/batch/batch-preset.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { sentenceOf } from '../../messages/saving.tsx';
import { PRESET_SETTINGS } from '../strings.ts';

/** Takes what is in a field. False where that is no path: then the field has the focus. */
type Settle = () => Promise<boolean>;

const Fields = createContext<Set<Settle> | null>(null);

/** Around the fields of a dialog. */
export const PathFields = Fields.Provider;

/** For a dialog that saves what its fields say. `settled` takes what was typed; false where a field is wrong, which then has the focus. */
export function usePathFields() {
  const [fields] = useState(() => new Set<Settle>());
  return {
    fields,
    settled: async () => {
      for (const settle of fields) if (!(await settle())) return false;
      return true;
    },
  };
}

/** Lets a dialog hear of a field that isn't a path. @param settle as for `usePathFields` */
export function useSettling(settle: Settle): void {
  const fields = useContext(Fields);
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const own: Settle = () => latest.current();
    fields?.add(own);
    return () => void fields?.delete(own);
  }, [fields]);
}

interface PathInputProps
  extends Pick<TextInputProps, 'aria-label' | 'autoFocus' | 'description' | 'label' | 'mt' | 'placeholder'> {
  /** Full path; empty for none. */
  readonly path: string;
  readonly mayBeEmpty: boolean;
  readonly onTake: (path: string) => void;
}

/** Taken when the field is left or confirmed. */
export function PathInput({ mayBeEmpty, onTake, path, ...rest }: PathInputProps) {
  const [text, setText] = useState(path);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { client } = useDesk();
  const latest = useRef({ text, onTake });
  latest.current.onTake = onTake;

  function write(written: string): void {
    latest.current.text = written;
    setText(written);
    setError(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another path replaces what is typed
  useEffect(() => write(path), [path]);

  async function take(isLast: boolean): Promise<boolean> {
    const typed = latest.current.text;
    const wanted = typed.trim();
    if (wanted === path && (wanted !== '' || mayBeEmpty)) return true;
    if (wanted === '' && !mayBeEmpty && !isLast) return true;
    const read = wanted === '' && mayBeEmpty ? { path: '' } : await readPath(wanted);
    // The person types on: what is asked for then decides.
    if (latest.current.text !== typed) return isLast ? await take(true) : false;
    if ('error' in read) setError(read.error);
    else latest.current.onTake(read.path);
    return 'path' in read;
  }

  async function readPath(wanted: string): Promise<{ readonly path: string } | { readonly error: string }> {
    if (isAbsolutePath(wanted) && !/[$%]/.test(wanted)) return { path: wanted };
    if (!/^(?:[~$%/\\A-Z"']|file:)/.test(wanted)) return { error: PRESET_SETTINGS.folderRelative };
    try {
      // `~`, quotes and variables are read where the file is.
      const { path: full, reason } = await client.adding.readFolder({ text: wanted });
      return full === null ? { error: reason ?? PRESET_SETTINGS.folderRelative } : { path: full };
    } catch (thrown) {
      return { error: sentenceOf(thrown) };
    }
  }

  useSettling(async () => {
    const isTaken = await take(true);
    if (!isTaken) input.current?.focus();
    return isTaken;
  });

  return (
    <TextInput
      {...rest}
      ref={input}
      size="xs"
      error={error}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => void take(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void take(false);
      }}
    />
  );
}
