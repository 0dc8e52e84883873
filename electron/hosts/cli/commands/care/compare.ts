/** `cleartake history --compare`: projects that only a service knows, and, with `--bring-in`, their place in the history. */

import type { ForeignProject } from '../../../../../shared/contract/care.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { openForWork, takeKeyFromEnvironment } from '../../open-desk.ts';
import type { ReadOptions } from '../../open-store.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { COMPARE } from '../../strings/care.ts';
import { find } from '../connections.ts';

export interface CompareOptions extends ReadOptions {
  /** The name of a connection. */
  readonly compare: string;
  readonly bringIn?: boolean;
  readonly csv?: boolean;
}

/** Nothing is started or paid. @throws UsageError for an unknown connection */
export async function compareCommand(options: CompareOptions): Promise<ExitStatus> {
  takeKeyFromEnvironment();
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const { id: connectionId } = await find(desk.client, options.compare);
    const found: ForeignProject[] = [];
    let known = 0;
    if (options.csv === true) print('project,name,model,status');
    for await (const event of await desk.client.care.lookAtService({ connectionId })) {
      known = event.known;
      if (event.found === null) continue;
      found.push(event.found);
      for (const line of linesOf(event.found, options)) print(line);
    }
    const isPlain = options.json !== true && options.csv !== true;
    if (isPlain) print(COMPARE.found(found.length, known));
    if (found.length === 0) return EXIT.done;
    if (options.bringIn !== true) {
      if (isPlain) print(COMPARE.next);
      return EXIT.done;
    }
    const projectIds = found.map(({ projectId }) => projectId);
    const { recordings } = await desk.client.care.bringIn({ connectionId, projectIds, download: true });
    if (options.json === true) print(jsonLine({ event: 'brought-in', recordings }));
    else if (isPlain) print(COMPARE.broughtIn(recordings));
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

function linesOf({ generations, name, projectId }: ForeignProject, options: CompareOptions): string[] {
  if (options.json === true) return [jsonLine({ event: 'project', projectId, name, generations })];
  if (options.csv === true) return generations.map(({ model, status }) => csvLine([projectId, name, model, status]));
  return [`${name}  ${generations.map(({ model, status }) => `${model} ${status}`).join(' · ')}`];
}
