/** Presets as files: those of this desk are exported, those of others imported. */

import { Button, FileButton } from '@mantine/core';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { showRefusal } from '../messages/refusal.ts';
import { downloadPresets, uploadPresets } from './preset-actions.tsx';
import { PRESET_WORDS } from './strings.ts';

export function PresetExchange() {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  return (
    <>
      {presets.some(({ builtIn }) => !builtIn) && (
        <Button size="compact-sm" onClick={() => downloadPresets(presets)}>
          {PRESET_WORDS.exportAll}
        </Button>
      )}
      <FileButton
        accept="application/json,.json"
        onChange={(file) => {
          if (file !== null) uploadPresets(desk, file).catch(showRefusal);
        }}
      >
        {(props) => (
          <Button size="compact-sm" {...props}>
            {PRESET_WORDS.import}
          </Button>
        )}
      </FileButton>
    </>
  );
}
