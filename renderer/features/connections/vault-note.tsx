/** How keys are kept on this computer: a quiet line, or a plain warning where anything but a keychain keeps them. */

import { IconAlertTriangleFilled, IconShieldLock } from '@tabler/icons-react';
import { useSession } from '../../state/desk-context.ts';
import classes from './connections.module.css';

export function VaultNote() {
  const sentence = useSession((state) => state.vaultSentence);
  const inFile = useSession((state) => state.vaultKind === 'file');
  if (sentence === '') return null;
  return (
    <p className={classes.vault} data-warn={inFile}>
      {inFile ? <IconAlertTriangleFilled size={17} /> : <IconShieldLock size={17} stroke={1.7} />}
      {sentence}
    </p>
  );
}
