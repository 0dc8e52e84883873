/** A new secret that is shown this once, to be copied. */

import { Button, CopyButton, TextInput } from '@mantine/core';
import classes from './new-secret.module.css';
import { SECRET } from './strings.ts';

interface NewSecretProps {
  readonly label: string;
  readonly secret: string;
  readonly note: string;
}

export function NewSecret({ label, secret, note }: NewSecretProps) {
  return (
    <div className={classes.secret}>
      <TextInput
        readOnly
        data-autofocus
        label={label}
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={secret}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? SECRET.copied : SECRET.copy}</Button>}
      </CopyButton>
      <p>{note}</p>
    </div>
  );
}
