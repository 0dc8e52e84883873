/** Beside the rows of a wide window: the current recording, to be heard, and what is known about it. */

import { useMediaQuery } from '@mantine/hooks';
import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { remarkSentence } from '../../../../shared/domain/quality/remarks.ts';
import { channelNoteTitle } from '../../../../shared/domain/quality/strings.ts';
import { hasResult } from '../../../components/jobs/results.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { MeasuresTable } from '../../../components/measures/measures-table.tsx';
import { presetWords } from '../../../components/presets/preset-words.ts';
import { TEXT } from '../../../components/strings.ts';
import { costWords, shownName } from '../../../components/text/format.ts';
import { OverviewWave } from '../../../components/waves/overview-wave.tsx';
import { useDesk, useJob, useSession } from '../../../state/desk-context.ts';
import { isCostOpen, shownCost } from '../../../state/rows/job-cost.ts';
import { connectionOf, pricingOf } from '../../../state/session-store.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { viewStore } from '../../../state/view-store.ts';
import { RowFacts } from '../queue-table/row-facts.tsx';
import { doneWords } from '../queue-table/status/done-words.ts';
import { INSPECTOR } from '../strings.ts';
import { InspectedTakes } from './inspected-takes.tsx';
import classes from './inspector.module.css';

export function Inspector() {
  const isWide = useMediaQuery('(min-width: 1500px)', false, { getInitialValueInEffect: false });
  return isWide && <Panel />;
}

function Panel() {
  const id = useStore(viewStore, (view) => view.current);
  const job = useJob(id ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in low windows, and must be reachable by key then
    <aside className={classes.panel} aria-label={INSPECTOR.title} tabIndex={0}>
      {job === undefined ? <QuietText>{INSPECTOR.none}</QuietText> : <Inspected key={job.id} job={job} />}
    </aside>
  );
}

function Inspected({ job }: { job: JobView }) {
  const desk = useDesk();
  const { client } = desk;
  const isRestored = hasResult(job);
  const stored = job.generations.filter(({ state }) => state === 'stored').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result changes the answer
  const ask = useCallback(() => client.listening.takes({ jobId: job.id }), [client, job.id, stored]);
  const { answer } = useAsked(isRestored ? ask : null);
  const takes = answer?.takes.filter(({ kind }) => kind === 'original' || kind === 'result') ?? [];
  return (
    <>
      <header className={classes.head}>
        <h2 className="cut" title={shownName(job.name)} dir="auto">
          {shownName(job.name)}
        </h2>
        <RowFacts job={job} />
      </header>
      {takes.length > 1 ? (
        <InspectedTakes takes={takes} onOpen={() => desk.goTo('listen', job.id)} />
      ) : (
        <div className={classes.alone}>
          <OverviewWave
            original={`original:${job.id}`}
            result={null}
            hue="--ct-wave-original"
            progress={null}
            stage={job.state.kind}
          />
        </div>
      )}
      {takes.length > 1 && <MeasuresTable takes={takes} active={takes.length - 1} />}
      <Known job={job} startedWith={answer?.startedWith ?? null} />
    </>
  );
}

interface KnownProps {
  readonly job: JobView;
  readonly startedWith: { readonly settings: BatchPreset; readonly presetName: string | null } | null;
}

function Known({ job, startedWith }: KnownProps) {
  const present = useSession(({ preset }) => preset);
  const hasPaths = useSession(({ info }) => info?.filesHavePaths ?? false);
  const isFree = useSession((session) => connectionOf(session, job)?.kind === 'built-in');
  const pricing = useSession(pricingOf);
  const settings = withSettings(job, startedWith?.settings ?? present);
  const outputs = job.generations.flatMap(({ also, exportedPath }) => [exportedPath ?? [], also?.path ?? []].flat());
  const { earlier, source } = useFiles(job, outputs);
  const changed = job.state.kind === 'done' ? doneWords(job) : '';
  const odd = [...job.channelNotes.map(channelNoteTitle), ...job.remarks.map(remarkSentence)];
  return (
    <dl className={classes.known}>
      {source !== null && <Fact name={INSPECTOR.recording} value={source} isPath />}
      {outputs.map((path) => (
        <Fact key={path} name={INSPECTOR.output} value={path} isPath />
      ))}
      {earlier.map((path) => (
        <Fact key={path} name={INSPECTOR.earlier} value={path} isPath />
      ))}
      {changed !== '' && <Fact name={INSPECTOR.changed} value={changed} />}
      {outputs.length === 0 && job.state.kind === 'done' && (
        <Fact name={INSPECTOR.output} value={INSPECTOR.inLibrary} />
      )}
      {settings !== null && (
        <Fact
          name={INSPECTOR.settings}
          value={[startedWith?.presetName ?? null, presetWords(settings, hasPaths)].filter(Boolean).join(': ')}
        />
      )}
      <Fact name={INSPECTOR.connection} value={job.connection} />
      <Fact name={INSPECTOR.cost} value={isFree ? TEXT.free : costWords(shownCost(job, pricing), isCostOpen(job))} />
      {odd.map((sentence) => (
        <Fact key={sentence} name={INSPECTOR.note} value={sentence} />
      ))}
    </dl>
  );
}

interface KnownFiles {
  /** Outputs that Save as… followed by others, and that are still there. */
  readonly earlier: readonly string[];
  /** Null until it is known. */
  readonly source: string | null;
}

/** Paths of the recording and of its files before the present ones. */
function useFiles({ id }: JobView, outputs: readonly string[]): KnownFiles {
  const { client } = useDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another output changes the answer
  const ask = useCallback(() => client.history.details({ jobId: id }), [client, id, outputs.join()]);
  const { answer } = useAsked(ask);
  const pathsOf = (wanted: string) => (answer?.files ?? []).flatMap(({ kind, path }) => (kind === wanted ? path : []));
  return { earlier: pathsOf('earlier'), source: pathsOf('source')[0] ?? null };
}

function withSettings({ own, started }: JobView, preset: BatchPreset | null): BatchPreset | null {
  return preset === null || started ? preset : withRowSettings(preset, own);
}

function Fact({ name, value, isPath = false }: { name: string; value: string; isPath?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={value}>{isPath ? <bdi>{value}</bdi> : value}</dd>
    </div>
  );
}
