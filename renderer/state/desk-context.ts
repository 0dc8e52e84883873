/** Hooks that give components the desk and slices of its stores. */

import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import type { PlainCommand } from '../../shared/contract/page/bridge.ts';
import type { JobView } from '../../shared/contract/views.ts';
import { onDeskCommand } from '../bridge/desk-commands.ts';
import type { PageDesk } from './desk.ts';
import type { QueueState } from './queue-store.ts';
import type { Route } from './route-store.ts';
import type { SessionState } from './session-store.ts';

export const DeskContext = createContext<PageDesk | null>(null);

export function useDesk(): PageDesk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('A component stands outside the desk');
  return desk;
}

export function useQueue<T>(select: (state: QueueState) => T): T {
  return useStore(useDesk().queue, select);
}

/** One job. Renders again only if that job changes. */
export function useJob(id: string): JobView | undefined {
  return useQueue((state) => state.jobs.get(id));
}

export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useDesk().session, select);
}

export function useRoute<T>(select: (route: Route) => T): T {
  return useStore(useDesk().route, select);
}

export function useDeskCommand(kind: PlainCommand, act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(
    () =>
      onDeskCommand((command) => {
        if (command.kind === kind) run();
      }),
    [kind],
  );
}
