/** Endpoints × desk × terminal, as electron/service/README.md shows them. */

import type { Endpoint } from './endpoints.ts';
import { table } from './tables.ts';

const HEAD = ['call', 'on the desk', 'in the terminal', 'tested from the desk', 'tested from the terminal'];

/** A Markdown table, in the order of the calls. @throws Error when a call has no row, or a row no call */
export function endpointTable(paths: readonly string[], endpoints: Readonly<Record<string, Endpoint>>): string {
  const unknown = Object.keys(endpoints).filter((path) => !paths.includes(path));
  if (unknown.length > 0) throw new Error(`The service has no call ${unknown.join(', ')}`);
  const rows = paths.map((path) => {
    const endpoint = endpoints[path];
    if (endpoint === undefined) throw new Error(`No line of endpoints.ts is about ${path}`);
    const { desk, terminal } = endpoint;
    return [
      `\`${path}\``,
      'why' in desk ? `– (${desk.why})` : `${desk.where} (${desk.calls.map((call) => `\`${call}\``).join(', ')})`,
      'why' in terminal ? `– (${terminal.why})` : `\`${terminal.command}\``,
      'why' in desk ? '–' : `\`${desk.test}\``,
      'why' in terminal ? '–' : `\`${terminal.test}\``,
    ];
  });
  return table(HEAD, rows).join('\n');
}
