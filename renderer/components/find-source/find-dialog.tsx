/** A dialog that finds a moved source: the person chooses a file or a folder, in the system's dialog or, in a browser, by its path. */

import { Button, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import type { FindEvent } from '../../../shared/contract/listening/sources.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { useDesk } from '../../state/desk-context.ts';
import { noteFound } from '../../state/page-stores.ts';
import { Buttons, DialogBody, Foot } from '../layout/layout.tsx';
import { sentenceOf, showRefusal } from '../messages/saving.tsx';
import { FIND } from '../strings.ts';
import { shownName } from '../text/format.ts';
import classes from './find-source.module.css';

interface FindOptions {
  readonly jobId: string;
  /** Of the recording. */
  readonly name: string;
  /** Found or not. */
  readonly onClose?: () => void;
}

export function askToFind({ jobId, name, onClose }: FindOptions): void {
  const id = modals.open({
    title: FIND.title(shownName(name)),
    size: 480,
    ...(onClose === undefined ? {} : { onClose }),
    children: (
      <FindDialog
        jobId={jobId}
        onFound={() => {
          modals.close(id);
          noteFound();
        }}
      />
    ),
  });
}

function FindDialog({ jobId, onFound }: { jobId: string; onFound: () => void }) {
  const search = useFindSource(jobId, ({ path, resumed }) => {
    notifications.show({ role: 'status', message: FIND.found(path, resumed) });
    onFound();
  });
  return (
    <DialogBody>
      <p className={classes.note}>{FIND.lead}</p>
      {desktopBridge() === null ? <PathForm search={search} /> : <Choosers search={search} />}
      <p className={classes.outcome} role="status">
        {search.looked === null ? search.outcome : FIND.looking(search.looked)}
      </p>
      {search.looked !== null && (
        <Foot>
          <Button onClick={search.stop}>{FIND.stop}</Button>
        </Foot>
      )}
    </DialogBody>
  );
}

function Choosers({ search }: { search: SourceSearch }) {
  const choose = (chosen: Promise<string[]> | undefined) =>
    chosen?.then((paths) => paths.length > 0 && search.start(paths)).catch(showRefusal);
  const busy = search.looked !== null;
  return (
    <Buttons>
      <Button data-autofocus disabled={busy} onClick={() => choose(desktopBridge()?.chooseFiles('source'))}>
        {FIND.chooseFile}
      </Button>
      <Button disabled={busy} onClick={() => choose(desktopBridge()?.chooseFolder('source'))}>
        {FIND.chooseFolder}
      </Button>
    </Buttons>
  );
}

/** A browser can't tell where a file is. */
function PathForm({ search }: { search: SourceSearch }) {
  const { client } = useDesk();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  async function start(): Promise<void> {
    const { path, reason } = await client.adding.readFolder({ text });
    setError(reason);
    if (path !== null) search.start([path]);
  }

  return (
    <form
      className={classes.path}
      onSubmit={(event) => {
        event.preventDefault();
        start().catch(showRefusal);
      }}
    >
      <TextInput
        data-autofocus
        label={FIND.path}
        description={FIND.pathNote}
        placeholder={FIND.pathExample}
        error={error}
        value={text}
        onChange={(event) => {
          setError(null);
          setText(event.currentTarget.value);
        }}
      />
      <Button type="submit" variant="filled" disabled={text.trim() === '' || search.looked !== null}>
        {FIND.search}
      </Button>
    </form>
  );
}

interface SourceSearch {
  /** How many files were looked at; null while nothing is searched. */
  readonly looked: number | null;
  /** What came of the last search; null before, and while one runs. */
  readonly outcome: string | null;
  start(paths: readonly string[]): void;
  stop(): void;
}

/** The search ends with the component. */
function useFindSource(jobId: string, onFound: (event: Extract<FindEvent, { kind: 'found' }>) => void): SourceSearch {
  const { client } = useDesk();
  const [looked, setLooked] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function search(paths: readonly string[], { signal }: AbortController): Promise<string | null> {
    for await (const event of await client.sources.find({ jobId, paths: [...paths] }, { signal })) {
      if (signal.aborted) break;
      if (event.kind === 'looking') setLooked(event.files);
      else if (event.kind !== 'found') return FIND.outcome(event);
      else {
        onFound(event);
        return null;
      }
    }
    return FIND.stopped;
  }

  return {
    looked,
    outcome,
    start(paths) {
      const mine = new AbortController();
      running.current?.abort();
      running.current = mine;
      setLooked(0);
      setOutcome(null);
      search(paths, mine)
        .catch((thrown: unknown) => (mine.signal.aborted ? FIND.stopped : sentenceOf(thrown)))
        .then((sentence) => {
          if (running.current !== mine) return;
          running.current = null;
          setLooked(null);
          setOutcome(sentence);
        });
    },
    stop: () => running.current?.abort(),
  };
}
