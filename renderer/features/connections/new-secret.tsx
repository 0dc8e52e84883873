/** A new secret that is shown this once, to be copied. */

import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLockedDialog } from '../../components/dialogs/dialogs.ts';
import classes from './detail-parts.module.css';
import { SECRET } from './strings.ts';

interface NewSecretProps {
  readonly label: string;
  readonly secret: string;
  readonly note: string;
  /** Nothing is lost when the dialog closes: it is stored where it is needed. */
  readonly isStored?: boolean;
}

/** Until it is copied or stored, the dialog closes with its own buttons only. */
export function NewSecret({ label, secret, note, isStored = false }: NewSecretProps) {
  const [taken, setTaken] = useState(false);
  const { copied, error, copy } = useClipboard();
  useLockedDialog(!isStored && !taken);
  useEffect(() => {
    if (copied) setTaken(true);
  }, [copied]);
  return (
    <div className={classes.secret}>
      <TextInput
        readOnly
        autoFocus
        data-autofocus
        label={label}
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={() => setTaken(true)}
      />
      <Button onClick={() => copy(secret)}>{copied ? SECRET.copied : SECRET.copy}</Button>
      <p>{note}</p>
      {error !== null && <p role="alert">{SECRET.notCopied}</p>}
    </div>
  );
}
