/** The diagnostics file: everything that would be in it is shown before it is saved. */

import { Button, Checkbox, CopyButton, Modal } from '@mantine/core';
import { useState } from 'react';
import { diagnosticsAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { SavedText } from '../../../../shared/contract/system.ts';
import { saveText } from '../../../bridge/save-text.ts';
import { Note } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { SETTINGS } from '../strings.ts';
import classes from './places.module.css';

export function DiagnosticsSection() {
  const { client } = useDesk();
  const [names, setNames] = useState(false);
  const [shown, setShown] = useState<SavedText | null>(null);
  const { diagnostics } = SETTINGS;
  return (
    <SettingsSection title={diagnostics.title} text={diagnostics.text}>
      <div className={classes.actions}>
        <Checkbox
          label={diagnostics.names}
          checked={names}
          onChange={(event) => setNames(event.currentTarget.checked)}
        />
        <Button onClick={() => client.system.diagnostics({ names }).then(setShown, showRefusal)}>
          {diagnostics.show}
        </Button>
      </div>
      {shown !== null && <Preview shown={shown} onClose={() => setShown(null)} />}
    </SettingsSection>
  );
}

function Preview({ shown: { fileName, text }, onClose }: { shown: SavedText; onClose: () => void }) {
  const { diagnostics } = SETTINGS;
  return (
    <Modal opened onClose={onClose} title={diagnostics.preview} size="min(900px, 92vw)">
      <Note m="0 0 10px">{diagnostics.exactly}</Note>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.preview} tabIndex={0} aria-label={diagnostics.content}>
        <pre>{text}</pre>
      </section>
      <div className={classes.actions}>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? diagnostics.copied : diagnostics.copy}</Button>}
        </CopyButton>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            saveText(text, fileName, diagnosticsAddress());
            onClose();
          }}
        >
          {diagnostics.save(fileName)}
        </Button>
      </div>
    </Modal>
  );
}
