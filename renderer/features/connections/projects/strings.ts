/** Words of the look for projects that only a service knows. */

import { countOf } from '../../../../shared/domain/units.ts';

export const PROJECTS = {
  fact: 'Projects',
  factNote: 'Made elsewhere, or lost here: bring them in with their results, free.',
  open: 'Look for projects…',
  title: (service: string) => `Projects at ${service}`,
  lead: 'Projects that were made elsewhere, or lost here, can be brought in with their results. Nothing is started, and nothing is charged.',
  looking: (looked: number, of: number) => (of === 0 ? 'Reading the list…' : `Looked at ${looked} of ${of}…`),
  stop: 'Stop looking',
  none: (known: number) =>
    known === 0
      ? 'The service has no projects.'
      : `Nothing is missing: ${countOf(known, 'project')} of the service ${known === 1 ? 'is' : 'are'} here.`,
  found: (count: number) => `${countOf(count, 'project')} that ${count === 1 ? 'isn’t' : 'aren’t'} here`,
  all: 'All',
  download: 'Download their results now',
  downloadNote: 'Otherwise they wait on the desk, paused, until you resume them.',
  bringIn: (count: number) => (count === 0 ? 'Bring in' : `Bring in ${count}`),
  chooseFirst: 'Select at least one project.',
  nothingFound: 'There is nothing to bring in.',
  stillLooking: 'Cleartake is still looking.',
  done: (count: number) =>
    count === 0
      ? 'They were here already.'
      : `${countOf(count, 'recording')} brought in. ${count === 1 ? 'It is' : 'They are'} on the desk.`,
  close: 'Close',
} as const;
