/** Options of `cleartake history`: the filters and orders of History's page, read by the parser of its address. */

import { InvalidArgumentError, Option } from 'commander';
import {
  type HistoryFilter,
  NO_FILTER,
  PERIODS,
  SHOWN_STATES,
  SHOWN_VERDICTS,
  SORTS,
} from '../../../../../../shared/domain/history/filter.ts';
import { GROUPINGS, viewOf } from '../../../../../../shared/domain/history/filter-address.ts';
import { MODEL_IDS } from '../../../../../../shared/domain/models.ts';
import type { CliCommand } from '../../../syntax/cli-command.ts';
import { parseEach, parseUsd, USD_EXPECTED } from '../../../syntax/parsers.ts';

const ORDERS = SORTS.flatMap((by) => [`${by}-asc`, `${by}-desc`]);

export function addHistoryFilters(command: CliCommand): CliCommand {
  const text = (flags: string, help: string, name: keyof HistoryFilter, expected: string) =>
    command.option(flags, help, (value: string) => part(name, encodeURIComponent(value), expected));
  const list = (flags: string, help: string, name: keyof HistoryFilter, known: readonly string[] | null) =>
    command.option(flags, help, (value: string) =>
      part(
        name,
        value.split(',').map(encodeURIComponent).join(),
        known === null
          ? 'Use words with commas between them.'
          : `Use one or more of ${known.join(',')}, with commas between them.`,
      ),
    );
  command.option('--view <address>', 'a view of the desk’s History, by its address', parseView);
  text(
    '--search <text>',
    'words in the name, folder, note, tags, connection, preset, model, state or error',
    'search',
    'Use a shorter text.',
  );
  command.option(
    '--dates <period>',
    'when it was added: last-7-days, this-month and the like, or days such as 2026-11-01..2026-11-30',
    (value: string) => part('dates', value, `Use ${PERIODS.join(', ')}, or days such as 2026-11-01..2026-11-30.`),
  );
  list('--models <ids>', 'with one of these models', 'models', MODEL_IDS);
  list('--states <states>', 'in one of these states', 'states', SHOWN_STATES);
  list('--verdicts <verdicts>', 'with one of these verdicts', 'verdicts', SHOWN_VERDICTS);
  list('--tags <tags>', 'with all of these tags', 'tags', null);
  text('--batch <id>', 'only this batch, by its ID', 'batch', 'Use a shorter text.');
  text('--show <folder>', 'only recordings of this folder', 'show', 'Use a shorter text.');
  for (const [flags, help, name] of [
    ['--least-cost <usd>', 'what cost at least so much', 'leastCost'],
    ['--most-cost <usd>', 'what cost at most so much', 'mostCost'],
  ] as const) {
    command.option(flags, help, (value: string) => part(name, String(parseUsd(value)), USD_EXPECTED));
  }
  return command
    .option('--connection <name>', 'only over this connection; can be repeated', parseEach)
    .addOption(new Option('--sort <order>', 'the order; without it, added-desc').choices(ORDERS));
}

/** What the options leave, as the page's address has it. What is named beside `view` replaces its part. */
export function addressFrom(options: Readonly<Record<string, unknown>>): string {
  const { sort, view } = options;
  const parts = Object.keys(NO_FILTER).map((name) => options[name]);
  return [view, ...parts, typeof sort === 'string' ? `sort=${sort}` : undefined]
    .filter((each) => typeof each === 'string')
    .join('&');
}

/** @returns `name=value` @throws InvalidArgumentError when the page would not understand it */
function part(name: string, value: string, expected: string): string {
  const address = `${name}=${value}`;
  if (value === '' || !isUnderstood(name, address)) throw new InvalidArgumentError(expected);
  return address;
}

function isUnderstood(name: string, address: string): boolean {
  const { filter } = viewOf(address);
  const key = name as keyof HistoryFilter;
  return key in NO_FILTER && JSON.stringify(filter[key]) !== JSON.stringify(NO_FILTER[key]);
}

/** The whole address of the page, or what follows `#/history/`. */
function parseView(value: string): string {
  const address = value.replace(/^.*#\/history\/?/, '');
  for (const each of address.split('&').filter((one) => one !== '')) {
    const [name = '', given = ''] = each.split('=');
    const isKnown =
      name === 'group' ? GROUPINGS.some((one) => one === given) : name === 'sort' && ORDERS.includes(given);
    if (!isKnown && !isUnderstood(name, each))
      throw new InvalidArgumentError(`History doesn’t know the part “${name}”. Copy the address from the desk.`);
  }
  return address;
}
