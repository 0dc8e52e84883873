/** The dialog of Save as…: settings for recordings that are done, and what would be written with them. */

import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Earlier, SaveAsPreview, SaveAsRequest } from '../../../shared/contract/outputs.ts';
import { rowSettings, withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { backToRow } from '../../state/view-store.ts';
import { showRefusal } from '../messages/saving.tsx';
import { SettingsDialog, type SettingsDraft } from '../presets/dialog/settings-dialog.tsx';
import { shownName } from '../text/format.ts';
import { type OpenSave, type Results, saveAsStore } from './ask.ts';
import { PreviewList } from './preview-list.tsx';
import { saveFiles } from './save-files.tsx';
import { SAVE_AS } from './strings.ts';

/** Part of the window: shown while somebody asks. */
export function SaveAsDialogs() {
  const open = useStore(saveAsStore, (state) => state.open);
  useEffect(() => () => saveAsStore.setState({ open: null }), []);
  return open !== null && <SaveAsDialog key={open.jobIds.join()} {...open} />;
}

function SaveAsDialog({ changes, jobIds, model, name, onChanged, own }: OpenSave) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const [results, setResults] = useState<Results>(model ?? 'chosen');
  const [earlier, setEarlier] = useState<Earlier>('keep');
  const [known, setKnown] = useState<SaveAsPreview | null>(null);
  const files = known === null ? null : known.files - known.there;

  function requestOf({ presetId, settings, unified }: SettingsDraft): SaveAsRequest {
    const preset = presets.find(({ id }) => id === presetId);
    return {
      ...{ jobIds: [...jobIds], results, earlier },
      // Without a preset each recording keeps what isn't changed here.
      ...(preset === undefined
        ? { changes: rowSettings(settings, own, unified) ?? {} }
        : { settings, presetName: preset.name }),
    };
  }

  function close(): void {
    saveAsStore.setState({ open: null });
    backToRow();
  }

  return (
    <SettingsDialog
      isRestored
      title={SAVE_AS.title(jobIds.length, shownName(name))}
      note={SAVE_AS.lead}
      initial={{ settings: withRowSettings(own, changes ?? null), presetId: null }}
      base={own}
      connection={null}
      recordings={[]}
      preview={(draft) => (
        <SavePreview request={requestOf(draft)} onKnown={setKnown} onEarlier={setEarlier} onResults={setResults} />
      )}
      differing={known?.differing}
      action={files === null ? SAVE_AS.item : SAVE_AS.go(files)}
      isBlocked={files === null || files === 0}
      onDone={async (draft) => {
        saveFiles(desk, requestOf(draft), onChanged).catch(showRefusal);
      }}
      onClose={close}
    />
  );
}

interface SavePreviewProps {
  readonly request: SaveAsRequest;
  readonly onKnown: (preview: SaveAsPreview) => void;
  readonly onEarlier: (earlier: Earlier) => void;
  readonly onResults: (results: Results) => void;
}

/** A slider asks with every step. */
const REST_MS = 120;

function SavePreview({ onEarlier, onKnown, onResults, request }: SavePreviewProps) {
  const { client } = useDesk();
  /** The latest one stays until the next is known. */
  const [preview, setPreview] = useState<SaveAsPreview | null>(null);
  const asked = JSON.stringify(request);
  const ask = useCallback(
    (signal: AbortSignal) => client.outputs.preview(JSON.parse(asked) as SaveAsRequest, { signal }),
    [client, asked],
  );

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const resting = setTimeout(() => {
      ask(signal).then(
        (answer) => {
          if (signal.aborted) return;
          setPreview(answer);
          onKnown(answer);
        },
        (thrown: unknown) => !signal.aborted && showRefusal(thrown),
      );
    }, REST_MS);
    return () => {
      clearTimeout(resting);
      stop.abort();
    };
  }, [ask, onKnown]);

  const { earlier = 'keep', results = 'chosen' } = request;
  return <PreviewList {...{ preview, earlier, results, onEarlier, onResults }} />;
}
