/** Restores finished recordings once more, after it said what that costs: another model, other settings, or the same. */

import { Button, NativeSelect } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import type { AgainRequest, SendingQuote } from '../../../shared/contract/queue/queue.ts';
import { minimumWords } from '../../../shared/domain/costs/minimum-words.ts';
import { MODEL_IDS, type ModelId, modelOf } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { chosenPreset, isPresetEdited, type SessionState } from '../../state/session-store.ts';
import { DialogBody, Foot, QuietText, StatusLine } from '../layout/layout.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { PRESET_WORDS } from '../presets/strings.ts';
import { KnownRepeats } from '../repeats/repeat-list.tsx';
import { priceSentence } from './send-dialog.tsx';
import { type Quoting, useQuoteOf } from './service-choice.tsx';
import { AGAIN, SERVICE } from './strings.ts';

const AS_BEFORE = '';
const BOTH = 'both';
/** No preset has this id. */
const PRESENT = 'present settings';

/** @param name of the first recording @param model the one that is added; as before without it */
export function askToRestoreAgain(jobIds: readonly string[], name: string, model: ModelId | null = null): void {
  const id = modals.open({
    title: AGAIN.title(jobIds.length, name),
    size: 480,
    children: <AgainDialog jobIds={jobIds} model={model} onClose={() => modals.close(id)} />,
  });
}

interface AgainDialogProps {
  readonly jobIds: readonly string[];
  readonly model: ModelId | null;
  readonly onClose: () => void;
}

function AgainDialog({ jobIds, model, onClose }: AgainDialogProps) {
  const desk = useDesk();
  const [models, setModels] = useState<string>(model ?? AS_BEFORE);
  const [presetId, setPresetId] = useState(AS_BEFORE);
  const presets = useSession((state) => state.presets);
  const present = useSession((state) => state.preset);
  const presentName = useSession(unsavedName);
  const request: AgainRequest = {
    jobIds: [...jobIds],
    ...(models === AS_BEFORE ? {} : { models: modelsOf(models) }),
    ...(presetId === AS_BEFORE || presetId === PRESENT ? {} : { presetId }),
    ...(presetId === PRESENT && present !== null ? { settings: present } : {}),
  };
  const quote = useQuoteOf(request, quoteAgain);
  const settings = request.settings ?? presets.find(({ id }) => id === presetId)?.settings;

  function restore(): void {
    if (quote === null) return;
    onClose();
    desk.client.queue
      .restoreAgain({ ...request, maxCost: quote.amount })
      .then((added) => notifications.show({ role: 'status', message: AGAIN.started(added.jobIds.length) }))
      .catch(showRefusal);
  }

  return (
    <DialogBody gap={14}>
      <QuietText>{AGAIN.lead}</QuietText>
      <NativeSelect
        label={AGAIN.models}
        data-autofocus
        value={models}
        onChange={(event) => setModels(event.currentTarget.value)}
        data={[
          { value: AS_BEFORE, label: AGAIN.asBefore },
          ...MODEL_IDS.map((id) => ({ value: id, label: modelOf(id).label })),
          { value: BOTH, label: AGAIN.both },
        ]}
      />
      <NativeSelect
        label={AGAIN.settings}
        value={presetId}
        onChange={(event) => setPresetId(event.currentTarget.value)}
        data={[
          { value: AS_BEFORE, label: AGAIN.asBefore },
          ...(presentName === null ? [] : [{ value: PRESENT, label: AGAIN.present(presentName) }]),
          ...presets.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <StatusLine>{quote === null ? SERVICE.counting : sentencesOf(quote, jobIds.length).join(' ')}</StatusLine>
      <KnownRepeats request={repeatsOf(request, settings?.samplingPreset, presetId !== AS_BEFORE)} />
      <Foot>
        <Button onClick={onClose}>{AGAIN.cancel}</Button>
        <Button variant="filled" disabled={quote === null || quote.recordings === 0} onClick={restore}>
          {quote?.amount ? AGAIN.goFor(quote.recordings, formatUsd(quote.amount)) : AGAIN.go(quote?.recordings ?? 0)}
        </Button>
      </Foot>
    </DialogBody>
  );
}

/** What the desk has for new recordings and no preset keeps; null where a preset does. */
function unsavedName(state: SessionState): string | null {
  const chosen = chosenPreset(state);
  if (chosen === null) return PRESET_WORDS.custom;
  return isPresetEdited(state) ? chosen.name : null;
}

function modelsOf(value: string): ModelId[] {
  return MODEL_IDS.filter((id) => value === BOTH || value === id);
}

/** What the question about paid results is asked with: results of the history are used. */
function repeatsOf(
  { jobIds, models }: AgainRequest,
  samplingPreset: string | undefined,
  hasSettings: boolean,
): RepeatRequest {
  const settings = { reuse: true, ...(hasSettings ? { downloadType: 'audio' as const, samplingPreset } : {}) };
  return { action: 'restore', jobIds, ...(models === undefined ? {} : { models }), settings };
}

/** @param selected how many were to be restored */
function sentencesOf(quote: SendingQuote, selected: number): string[] {
  const { amount, recordings, reusable, unmeasured, unmeasuredMayCost } = quote;
  return [
    ...(recordings === 0 ? [] : [priceSentence(amount)]),
    ...minimumWords(quote).map((words) => `${words}.`),
    ...(reusable > 0 ? [AGAIN.reusable(reusable)] : []),
    ...(unmeasured > 0 && unmeasuredMayCost ? [AGAIN.unmeasured(unmeasured)] : []),
    ...(recordings < selected ? [AGAIN.leftOut(selected - recordings)] : []),
  ];
}

const quoteAgain: Quoting<AgainRequest, SendingQuote> = (queue, request) => queue.quoteAgain(request);
