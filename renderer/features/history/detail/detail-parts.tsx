/** The parts of the detail: results, settings, verdicts, files and ledger lines. */

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HistoryDetails, HistoryEntry } from '../../../../shared/contract/history.ts';
import type { VerdictView } from '../../../../shared/contract/listening/verdicts.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { REUSED } from '../../../components/jobs/strings.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { presetWords } from '../../../components/presets/preset-words.ts';
import { LEDGER_WORDS, verdictSource, verdictWords } from '../../../components/strings.ts';
import { costWords, formatMoment, shownName } from '../../../components/text/format.ts';
import { VerdictMark } from '../../../components/verdicts/verdicts.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { useNow } from '../../../state/page-stores.ts';
import { generationWord } from '../list/history-words.ts';
import { DETAIL } from '../strings.ts';
import classes from './detail.module.css';
import type { Detail } from './use-detail.ts';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export function ResultList({ generations }: Pick<HistoryEntry, 'generations'>) {
  if (generations.length === 0) return null;
  return (
    <Part title={DETAIL.results}>
      <ul className={classes.lines}>
        {generations.map(({ amount, charged, model, reused, state }) => (
          <li key={model}>
            <b>{modelOf(model).label}</b>
            <span>{reused ? REUSED.word : generationWord(state)}</span>
            <span className={classes.number}>{costWords(charged ? (amount ?? 'unknown') : null)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function SettingsWords({ started }: { readonly started: Detail['startedWith'] }) {
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  return (
    <Part title={DETAIL.settings}>
      {started === null ? (
        <p className={classes.dim}>{DETAIL.noSettings}</p>
      ) : (
        <p>
          {started.presetName !== null && <b>{DETAIL.preset(started.presetName)}: </b>}
          {presetWords(started.settings, hasPaths)}
        </p>
      )}
    </Part>
  );
}

export function VerdictList({ verdicts }: { readonly verdicts: readonly VerdictView[] }) {
  const now = useNow();
  if (verdicts.length === 0) return null;
  return (
    <Part title={DETAIL.verdicts}>
      <ul className={classes.verdicts}>
        {verdicts.map((verdict) => (
          <li key={verdict.id}>
            <VerdictMark verdict={verdict} /> {verdictWords(verdict)}
            <small>{verdictSource(verdict.listener, formatMoment(verdict.at, now))}</small>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function FileList({ jobId, files }: { readonly jobId: string; readonly files: HistoryDetails['files'] }) {
  const { system } = useDesk().client;
  // The host shows a result's output, where there is one.
  const hasOutput = (id: string | null) =>
    files.some(({ generationId, kind }) => kind === 'output' && generationId === id);
  return (
    <Part title={DETAIL.files}>
      <ul className={classes.files}>
        {files.map(({ generationId, isThere, kind, model, path, slot }) => {
          const fileName = shownName(path.split(/[\\/]/).at(-1) ?? path);
          const kindName = DETAIL.kinds[kind];
          return (
            <li key={`${kind} ${generationId} ${slot} ${path}`}>
              <span title={path}>
                <span className={`${classes.file} cut`} dir="auto">
                  {fileName}
                </span>
                <small>{model === null ? kindName : DETAIL.ofModel(kindName, modelOf(model).label)}</small>
              </span>
              {isThere && kind !== 'earlier' && (kind !== 'result' || !hasOutput(generationId)) && (
                <Button
                  size="compact-sm"
                  leftSection={<IconFolder size={13} />}
                  aria-label={DETAIL.revealNamed(fileName)}
                  onClick={() =>
                    system
                      .reveal({ jobId, ...(generationId === null ? {} : { generationId }), ...(slot && { slot }) })
                      .catch(showRefusal)
                  }
                >
                  {DETAIL.reveal}
                </Button>
              )}
              {!isThere && (
                <span className={classes.missing}>
                  <IconAlertTriangle size={14} aria-hidden="true" /> {DETAIL.missing}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

export function LedgerLines({ lines }: { readonly lines: HistoryDetails['lines'] }) {
  const now = useNow();
  const models = new Set(lines.map(({ model }) => model));
  return (
    <Part title={DETAIL.ledger}>
      {lines.length === 0 ? (
        <p className={classes.dim}>{DETAIL.noLines}</p>
      ) : (
        <ul className={classes.lines}>
          {lines.map(({ amount, at, id, kind, model }) => (
            <li key={id}>
              <b>{LEDGER_WORDS[kind]}</b>
              <span>
                {formatMoment(at, now)}
                {models.size > 1 && ` · ${modelOf(model).shortLabel}`}
              </span>
              <span className={classes.number}>{costWords(amount ?? 'unknown')}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
