/** What the settings make of recordings: their names, and what is odd about them first. */

import { useMemo } from 'react';
import { type BatchPreset, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { levelTarget } from '../../../../shared/domain/export/level.ts';
import { outputChannels, outputNotes } from '../../../../shared/domain/quality/channel-notes.ts';
import { channelNoteTitle } from '../../../../shared/domain/quality/strings.ts';
import { shownName } from '../../text/format.ts';
import { MOST_COMPARED, namesOf, type PreviewedNames, type PreviewedRecording } from '../naming/preview-names.ts';
import { signed } from '../sound-words.ts';
import { PRESET_SETTINGS, SETTINGS_DIALOG as WORDS } from '../strings.ts';
import classes from './dialog.module.css';

/** More are counted. */
const MOST_SHOWN = 30;

const EXAMPLE: PreviewedRecording = {
  name: PRESET_SETTINGS.exampleName,
  folder: '',
  connection: PRESET_SETTINGS.exampleConnection,
};

interface OutputPreviewProps {
  readonly recordings: readonly PreviewedRecording[];
  readonly settings: BatchPreset;
  readonly presetName: string;
  readonly note: string | undefined;
}

export function OutputPreview({ note, presetName, recordings, settings }: OutputPreviewProps) {
  const shown = useMemo(() => {
    const all = recordings.length === 0 ? [EXAMPLE] : recordings;
    const { namingTemplate: template } = settings;
    const more = { template, presetName, count: all.length, now: Date.now() };
    return namesOf(all.slice(0, MOST_COMPARED), { ...settings, ...more })
      .map((names) => ({ names, odd: oddities(names, settings) }))
      .sort((one, other) => Number(other.odd.length > 0) - Number(one.odd.length > 0));
  }, [recordings, settings, presetName]);
  const hidden = Math.max(recordings.length, 1) - Math.min(shown.length, MOST_SHOWN);
  const isMixed = shown.some(({ odd }) => odd.length > 0) && shown.length > 1;
  return (
    <section className={classes.preview} aria-label={WORDS.preview}>
      <h3 className={classes.previewTitle}>{isMixed ? WORDS.oddFirst : WORDS.preview}</h3>
      <ul>
        {shown.slice(0, MOST_SHOWN).map(({ names, odd }, index) => (
          <li key={names.recording.id ?? index}>
            {names.outputs.map(({ fileName, folders }) => (
              <bdi key={[...folders, fileName].join('/')} className={classes.output}>
                {folders.length > 0 && <span>{[...folders, ''].map(shownName).join(' / ')}</span>}
                {shownName(fileName)}
              </bdi>
            ))}
            {odd.map((words) => (
              <span key={words} className={classes.odd}>
                {words}
              </span>
            ))}
            <span className={classes.level}>{levelWords(names.recording, settings)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{WORDS.more(hidden)}</p>}
      {note !== undefined && <p>{note}</p>}
    </section>
  );
}

/** What a person would not expect of this output. */
function oddities({ outputs, recording, replaced }: PreviewedNames, settings: BatchPreset): string[] {
  const { channels = null, channelNotes = [], hasVideo = false, sampleRate = null } = recording;
  const { video = 'picture' } = settings;
  const silent = channelNotes.find((note) => note.kind === 'silent-side' || note.kind === 'faint-side');
  const isFolded =
    outputChannels({ channels, channelNotes }, settings) === 1 && silent !== undefined && 'side' in silent;
  const asVideo = hasVideo && video === 'picture';
  const noted = outputNotes(
    { channels, channelNotes, hasVideo, sampleRate },
    asVideo ? { ...settings, format: 'source' } : settings,
  );
  return [
    ...(hasVideo ? [asVideo ? WORDS.keepsPicture : WORDS.soundOnly] : []),
    ...(isFolded ? [WORDS.asMono(WORDS.sides[silent.side])] : []),
    ...noted.map(channelNoteTitle),
    ...(outputs.some(({ isNumbered }) => isNumbered) ? [PRESET_SETTINGS.nameTaken] : []),
    ...(replaced.length === 0 ? [] : [PRESET_SETTINGS.nameReplaced(replaced.map(shownName).join(' '))]),
  ];
}

/** `−21.4 → −16.0 LUFS`; empty where the level is kept. */
function levelWords(recording: PreviewedRecording, settings: BatchPreset): string {
  const { channels = null, channelNotes = [], loudness: before = null } = recording;
  const target = levelTarget(exportSettingsOf(settings), outputChannels({ channels, channelNotes }, settings));
  if (target === null) return '';
  const after = signed(target.loudness, 1);
  const words = before === null ? WORDS.level(after) : WORDS.levels(signed(before, 1), after);
  return settings.also?.loudness === false ? `${words}, ${WORDS.secondKept}` : words;
}
