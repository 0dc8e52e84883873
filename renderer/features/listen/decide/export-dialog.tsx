/** The dialog that exports a take, what a model removed, or a passage of either. */

import { Button, Radio, SegmentedControl, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useId, useState } from 'react';
import { saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { PART_FORMATS, type PartFormat, type PartRequest } from '../../../../shared/domain/listening/part.ts';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import { formatPosition } from '../../../../shared/domain/units.ts';
import { downloadFrom } from '../../../bridge/browser-session.ts';
import { DialogBody, Foot, QuietText } from '../../../components/layout/layout.tsx';
import { progressNotice } from '../../../components/messages/notices.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { EXPORTING } from '../strings.ts';
import classes from './decide.module.css';

let last = 0;

interface Exportable {
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
  /** Null for the whole recording. */
  readonly passage: Passage | null;
}

export function askForExport({ takes, ...asked }: Asked): void {
  const parts = exportables(takes);
  if (parts.length === 0) return;
  const id = modals.open({
    title: EXPORTING.title,
    size: 460,
    children: <ExportDialog parts={parts} {...asked} onClose={() => modals.close(id)} />,
  });
}

/** Takes that can be read, and what each result removed. */
function exportables(takes: readonly TakeView[]): readonly Exportable[] {
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
      label: EXPORTING.removed(take.label),
    })),
  ];
}

interface ExportDialogProps extends Omit<Asked, 'takes'> {
  readonly parts: readonly Exportable[];
  readonly onClose: () => void;
}

function ExportDialog({ job, parts, heard, passage, onClose }: ExportDialogProps) {
  const desk: PageDesk = useDesk();
  const [key, setKey] = useState((parts.find(({ take }) => take.id === heard?.id) ?? parts[0])?.key ?? '');
  const [extent, setExtent] = useState(passage === null ? 'whole' : 'passage');
  const [format, setFormat] = useState(lastFormat);
  const [extentId, formatId] = [useId(), useId()];
  const chosen = parts.find((part) => part.key === key);

  function go(): void {
    if (chosen === undefined) return;
    lastFormat = format;
    onClose();
    const { isRemoved, take } = chosen;
    const part = extent === 'passage' ? passage : null;
    void exportPart(desk, { jobId: job.id, take: take.id, isRemoved, passage: part, format }, chosen.label);
  }

  return (
    <DialogBody gap={14}>
      <Radio.Group label={EXPORTING.what} value={key} onChange={setKey}>
        <Stack gap={8} pt={6}>
          {parts.map((part) => (
            <Radio key={part.key} value={part.key} label={part.label} data-autofocus={part.key === key || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <div id={extentId} className={classes.label}>
          {EXPORTING.part}
        </div>
        {passage === null ? (
          <QuietText fz={12.5} lh={1.45}>
            {EXPORTING.whole}. {EXPORTING.passageHint}
          </QuietText>
        ) : (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={extentId}
            value={extent}
            onChange={setExtent}
            data={[
              { value: 'passage', label: rangeOf(passage) },
              { value: 'whole', label: EXPORTING.whole },
            ]}
          />
        )}
      </div>
      <div>
        <div id={formatId} className={classes.label}>
          {EXPORTING.format}
        </div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={formatId}
          value={format}
          onChange={setFormat}
          data={PART_FORMATS.map((one) => ({ value: one, label: EXPORTING.formats[one] }))}
        />
      </div>
      <QuietText fz={12.5} lh={1.45}>
        {EXPORTING.note}
      </QuietText>
      <Foot>
        <Button onClick={onClose}>{EXPORTING.cancel}</Button>
        <Button variant="filled" onClick={go}>
          {EXPORTING.go}
        </Button>
      </Foot>
    </DialogBody>
  );
}

function rangeOf({ startSeconds, endSeconds }: Passage): string {
  return EXPORTING.passage(formatPosition(startSeconds), formatPosition(endSeconds));
}

/** Tells how far it is, unless it is there at once. @param words what is exported */
async function exportPart({ client }: PageDesk, request: PartRequest, words: string): Promise<void> {
  const id = `part-${++last}`;
  const stop = new AbortController();
  const tell = progressNotice(id, { cancel: EXPORTING.cancel, cancelOf: EXPORTING.cancelOf(words) }, () =>
    stop.abort(),
  );
  try {
    for await (const { fraction, made } of await client.listening.part(request, { signal: stop.signal })) {
      if (made !== null) {
        await downloadFrom(saveAddress(made.id), made.fileName);
        break;
      }
      tell(EXPORTING.making(words, Math.floor(fraction * 100)));
    }
  } catch (thrown) {
    if (!stop.signal.aborted) showRefusal(thrown);
  } finally {
    notifications.hide(id);
    if (stop.signal.aborted) notifications.show({ message: EXPORTING.cancelled(words), role: 'status' });
  }
}
