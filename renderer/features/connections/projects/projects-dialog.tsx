/** Projects that only a service knows: found one by one, chosen, and brought in. */

import { Button, Checkbox } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback, useEffect, useState } from 'react';
import type { ForeignProject, LookEvent } from '../../../../shared/contract/care.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { Foot, QuietText } from '../../../components/layout/layout.tsx';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { PROJECTS } from '../strings.ts';
import classes from './projects.module.css';

const BEGUN: Look = { looked: 0, of: 0, known: 0, found: [], isOver: false };

/** @param name of the connection */
export function lookForProjects(desk: PageDesk, connectionId: string, name: string): void {
  const id = modals.open({
    title: PROJECTS.title(name),
    size: 620,
    children: <Projects desk={desk} connectionId={connectionId} onClose={() => modals.close(id)} />,
  });
}

interface ProjectsProps {
  readonly desk: PageDesk;
  readonly connectionId: string;
  onClose(): void;
}

function Projects({ desk, connectionId, onClose }: ProjectsProps) {
  const { look, stop } = useLook(connectionId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [download, setDownload] = useState(true);
  const [said, setSaid] = useState<string | null>(null);
  const chosen = look.found.filter(({ projectId }) => !left.has(projectId));

  function bringIn(): void {
    stop();
    desk.client.care
      .bringIn({ connectionId, projectIds: chosen.map(({ projectId }) => projectId), download })
      .then(({ recordings }) => setSaid(PROJECTS.done(recordings)))
      .catch(showRefusal);
  }

  return (
    <>
      <QuietText m="0 0 10px">{PROJECTS.lead}</QuietText>
      <div className={classes.state}>
        <span role="status">{said ?? stateWords(look)}</span>
        {!look.isOver && <Button onClick={stop}>{PROJECTS.stop}</Button>}
      </div>
      {look.found.length > 0 && said === null && (
        <>
          <FoundList found={look.found} left={left} onChange={setLeft} />
          <Checkbox
            mb={14}
            label={PROJECTS.download}
            description={PROJECTS.downloadNote}
            classNames={{ description: classes.note, label: classes.name }}
            checked={download}
            onChange={(event) => setDownload(event.currentTarget.checked)}
          />
        </>
      )}
      <Foot>
        <Button onClick={onClose}>{PROJECTS.close}</Button>
        {said === null && (
          <ReasonButton variant="filled" reason={obstacle(look, chosen.length)} onClick={bringIn}>
            {PROJECTS.bringIn(chosen.length)}
          </ReasonButton>
        )}
      </Foot>
    </>
  );
}

function stateWords({ found, isOver, known, looked, of }: ReturnType<typeof useLook>['look']): string {
  if (!isOver) return PROJECTS.looking(looked, of);
  return found.length === 0 ? PROJECTS.none(known) : PROJECTS.found(found.length);
}

/** Why nothing can be brought in now; null if something can. */
function obstacle({ found, isOver }: ReturnType<typeof useLook>['look'], chosen: number): string | null {
  if (chosen > 0) return null;
  if (found.length > 0) return PROJECTS.chooseFirst;
  return isOver ? PROJECTS.nothingFound : PROJECTS.stillLooking;
}

interface FoundListProps {
  readonly found: readonly ForeignProject[];
  /** Ids of those that stay where they are. */
  readonly left: ReadonlySet<string>;
  onChange(left: ReadonlySet<string>): void;
}

function FoundList({ found, left, onChange }: FoundListProps) {
  const some = found.filter(({ projectId }) => left.has(projectId)).length;
  return (
    <div className={classes.list}>
      <Checkbox
        label={PROJECTS.all}
        checked={some === 0}
        indeterminate={some > 0 && some < found.length}
        onChange={(event) =>
          onChange(new Set(event.currentTarget.checked ? [] : found.map(({ projectId }) => projectId)))
        }
      />
      {found.map(({ generations, name, projectId }) => (
        <Checkbox
          key={projectId}
          label={shownName(name)}
          description={generations.map(({ model, status }) => `${modelOf(model).label}, ${status}`).join(' · ')}
          classNames={{ description: classes.note, label: classes.name }}
          checked={!left.has(projectId)}
          onChange={(event) => {
            const after = new Set(left);
            if (event.currentTarget.checked) after.delete(projectId);
            else after.add(projectId);
            onChange(after);
          }}
        />
      ))}
    </div>
  );
}

interface Look {
  readonly looked: number;
  readonly of: number;
  readonly known: number;
  readonly found: readonly ForeignProject[];
  readonly isOver: boolean;
}

/** Looks once, as long as it is shown or until it is stopped. What was found stays. */
function useLook(connectionId: string): { readonly look: Look; stop(): void } {
  const { client } = useDesk();
  const [look, setLook] = useState(BEGUN);
  const [stopping, setStopping] = useState<AbortController | null>(null);

  useEffect(() => {
    const over = new AbortController();
    setStopping(over);
    setLook(BEGUN);
    void follow(over.signal)
      .catch((failure: unknown) => {
        if (!over.signal.aborted) showRefusal(failure);
      })
      .finally(() => setLook((before) => ({ ...before, isOver: true })));
    return () => over.abort();

    async function follow(signal: AbortSignal): Promise<void> {
      const events = await client.care.lookAtService({ connectionId }, { signal });
      for await (const event of events) setLook((before) => after(before, event));
    }
  }, [client, connectionId]);

  return { look, stop: useCallback(() => stopping?.abort(), [stopping]) };
}

function after({ found: before }: Look, { found, known, looked, of }: LookEvent): Look {
  return { looked, of, known, found: found === null ? before : [...before, found], isOver: false };
}
