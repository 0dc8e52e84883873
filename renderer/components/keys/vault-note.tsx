/** How keys are kept on this computer: a quiet line, or a plain warning where anything but a keychain keeps them. */

import { IconAlertTriangleFilled, IconShieldLock } from '@tabler/icons-react';
import classes from '../../features/connections/connections.module.css';
import { useSession } from '../../state/desk-context.ts';

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
