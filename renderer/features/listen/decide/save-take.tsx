/** Save as… of the room: what is heard with its strength and loudness, the raw result, or a passage, a take or what a model removed. */

import { Button, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useId, useState } from 'react';
import { fileAddress, saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import type { SoundSettings } from '../../../../shared/domain/export/settings.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { PART_FORMATS, type PartFormat, type PartRequest } from '../../../../shared/domain/listening/part.ts';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import { formatPosition } from '../../../../shared/domain/units.ts';
import { downloadFrom } from '../../../bridge/browser-session.ts';
import { DialogBody, Foot, QuietText } from '../../../components/layout/layout.tsx';
import { progressNotice } from '../../../components/messages/notices.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { percentWords, signed } from '../../../components/presets/sound-words.ts';
import { askToSaveAs } from '../../../components/save-as/ask.ts';
import { saveFiles } from '../../../components/save-as/save-files.tsx';
import { SAVE_AS } from '../../../components/save-as/strings.ts';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { SAVE_TAKE } from '../strings.ts';
import classes from './decide.module.css';

let last = 0;

interface Part {
  readonly key: string;
  readonly take: TakeView;
  readonly isRemoved: boolean;
  readonly label: string;
}

/** Chosen last, kept while the page is open. */
let lastFormat: PartFormat = 'wav24';

interface Asked {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  /** The take to begin with. */
  readonly heard: TakeView | undefined;
  /** Strength and loudness of the preview. */
  readonly sound: SoundSettings;
  /** What its outputs have. */
  readonly given: SoundSettings;
  /** Null for the whole recording. */
  readonly passage: Passage | null;
}

export function askToSaveTake({ takes, ...asked }: Asked): void {
  const parts = partsOf(takes);
  if (parts.length === 0) return;
  const id = modals.open({
    title: SAVE_AS.title(1, shownName(asked.job.name)),
    size: 480,
    children: <SaveTakeDialog parts={parts} {...asked} onClose={() => modals.close(id)} />,
  });
}

/** Takes that can be read, and what each result removed. */
function partsOf(takes: readonly TakeView[]): readonly Part[] {
  const playable = takes.filter((take) => take.playable);
  const results = playable.some(({ kind }) => kind === 'original')
    ? playable.filter(({ kind }) => kind === 'result')
    : [];
  return [
    ...playable.map((take) => ({ key: take.id, take, isRemoved: false, label: take.label })),
    ...results.map((take) => ({
      key: `${take.id} removed`,
      take,
      isRemoved: true,
      label: SAVE_TAKE.removed(take.label),
    })),
  ];
}

type Way = 'heard' | 'raw' | 'part';

interface SaveTakeDialogProps extends Omit<Asked, 'takes'> {
  readonly parts: readonly Part[];
  readonly onClose: () => void;
}

function SaveTakeDialog({ given, job, parts, heard, passage, sound, onClose }: SaveTakeDialogProps) {
  const desk: PageDesk = useDesk();
  const result = heard?.kind === 'result' && heard.playable ? heard : null;
  const canSave = result !== null && isFinal(job.state);
  const [way, setWay] = useState<Way>(canSave ? 'heard' : result === null ? 'part' : 'raw');
  const [key, setKey] = useState((parts.find(({ take }) => take.id === heard?.id) ?? parts[0])?.key ?? '');
  const [extent, setExtent] = useState(passage === null ? 'whole' : 'passage');
  const [format, setFormat] = useState(lastFormat);
  const chosen = parts.find((part) => part.key === key);
  const model = result?.model ?? undefined;

  function go(): void {
    onClose();
    if (way === 'heard' && model !== undefined)
      saveFiles(desk, { jobIds: [job.id], results: model, changes: changesOf(sound, given) }).catch(showRefusal);
    else if (way === 'raw' && result !== null) downloadFrom(fileAddress(result.id), '').catch(showRefusal);
    else if (way === 'part' && chosen !== undefined) {
      lastFormat = format;
      const { isRemoved, take } = chosen;
      const part = extent === 'passage' ? passage : null;
      void savePart(desk, { jobId: job.id, take: take.id, isRemoved, passage: part, format }, chosen.label);
    }
  }

  function more(): void {
    onClose();
    void askToSaveAs(desk, {
      ...{ jobIds: [job.id], name: job.name },
      changes: changesOf(sound, given),
      ...(model === undefined ? {} : { model }),
    });
  }

  return (
    <DialogBody gap={14}>
      <Radio.Group aria-label={SAVE_TAKE.what} value={way} onChange={(value) => setWay(value as Way)}>
        <Stack gap={10} pt={4}>
          {result !== null && (
            <>
              <Radio
                value="heard"
                label={SAVE_TAKE.heard(result.label)}
                description={soundWords(sound)}
                disabled={!canSave}
                data-autofocus={canSave || undefined}
              />
              <Radio value="raw" label={SAVE_TAKE.raw(result.label)} description={SAVE_TAKE.rawNote} />
            </>
          )}
          <Radio value="part" label={SAVE_TAKE.partOf} description={SAVE_TAKE.partNote} />
        </Stack>
      </Radio.Group>
      {way === 'part' && (
        <PartFields
          {...{ parts, passage, extent, format }}
          chosen={key}
          onChoose={setKey}
          onExtent={setExtent}
          onFormat={setFormat}
        />
      )}
      <Foot>
        {canSave && (
          <Button variant="subtle" mr="auto" onClick={more}>
            {SAVE_TAKE.more}
          </Button>
        )}
        <Button onClick={onClose}>{SAVE_AS.cancel}</Button>
        <Button variant="filled" onClick={go}>
          {SAVE_TAKE.go}
        </Button>
      </Foot>
    </DialogBody>
  );
}

/** Only what differs: the rest stays as the recording has it. */
function changesOf({ loudness, strength }: SoundSettings, given: SoundSettings): RowSettings {
  return {
    // What was heard is one loudness, in mono too.
    ...(loudness === given.loudness ? {} : { loudness, monoLoudness: null }),
    ...(strength === given.strength ? {} : { strength }),
  };
}

function soundWords({ loudness, strength }: SoundSettings): string {
  return SAVE_TAKE.sound(percentWords(strength), loudness === null ? null : signed(loudness));
}

interface PartFieldsProps extends Pick<SaveTakeDialogProps, 'parts' | 'passage'> {
  /** Key of the part. */
  readonly chosen: string;
  readonly extent: string;
  readonly format: PartFormat;
  readonly onChoose: (key: string) => void;
  readonly onExtent: (extent: string) => void;
  readonly onFormat: (format: PartFormat) => void;
}

function PartFields({ chosen, extent, format, onChoose, onExtent, onFormat, parts, passage }: PartFieldsProps) {
  const [extentId, formatId] = [useId(), useId()];
  return (
    <>
      <Select
        label={SAVE_TAKE.take}
        allowDeselect={false}
        value={chosen}
        onChange={(key) => onChoose(key ?? chosen)}
        data={parts.map(({ key, label }) => ({ value: key, label }))}
      />
      <div>
        <div id={extentId} className={classes.label}>
          {SAVE_TAKE.part}
        </div>
        {passage === null ? (
          <QuietText fz={12} lh={1.45}>
            {SAVE_TAKE.whole}. {SAVE_TAKE.passageHint}
          </QuietText>
        ) : (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={extentId}
            value={extent}
            onChange={onExtent}
            data={[
              { value: 'passage', label: rangeOf(passage) },
              { value: 'whole', label: SAVE_TAKE.whole },
            ]}
          />
        )}
      </div>
      <div>
        <div id={formatId} className={classes.label}>
          {SAVE_TAKE.format}
        </div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={formatId}
          value={format}
          onChange={onFormat}
          data={PART_FORMATS.map((one) => ({ value: one, label: SAVE_TAKE.formats[one] }))}
        />
      </div>
    </>
  );
}

function rangeOf({ startSeconds, endSeconds }: Passage): string {
  return SAVE_TAKE.passage(formatPosition(startSeconds), formatPosition(endSeconds));
}

/** Tells how far it is, unless it is there at once. @param words what is saved */
async function savePart({ client }: PageDesk, request: PartRequest, words: string): Promise<void> {
  const id = `part-${++last}`;
  const stop = new AbortController();
  const tell = progressNotice(id, { cancel: SAVE_AS.cancel, cancelOf: SAVE_TAKE.cancelOf(words) }, () => stop.abort());
  try {
    for await (const { fraction, made } of await client.listening.part(request, { signal: stop.signal })) {
      if (made !== null) {
        await downloadFrom(saveAddress(made.id), made.fileName);
        break;
      }
      tell(SAVE_TAKE.making(words, Math.floor(fraction * 100)));
    }
  } catch (thrown) {
    if (!stop.signal.aborted) showRefusal(thrown);
  } finally {
    notifications.hide(id);
    if (stop.signal.aborted) notifications.show({ message: SAVE_TAKE.cancelled(words), role: 'status' });
  }
}
