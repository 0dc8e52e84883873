/** Options of `cleartake history`: the filters and orders of History's page, read by the parser of its address. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type HistoryFilter,
  NO_FILTER,
  PERIODS,
  SHOWN_STATES,
  SHOWN_VERDICTS,
  SORTS,
} from '../../../../shared/domain/history/filter.ts';
import { GROUPINGS, viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { parseEach, parseUsd } from '../parsers.ts';
import { HELP } from '../strings/help.ts';
import { INVALID } from '../strings/usage.ts';

const ORDERS = SORTS.flatMap((by) => [`${by}-asc`, `${by}-desc`]);

export function addHistoryOptions(command: Command): Command {
  const { history } = HELP;
  const text = (flags: string, help: string, name: keyof HistoryFilter, expected: string) =>
    command.option(flags, help, (value: string) => part(name, encodeURIComponent(value), expected));
  const list = (flags: string, help: string, name: keyof HistoryFilter, known: readonly string[] | null) =>
    command.option(flags, help, (value: string) =>
      part(
        name,
        value.split(',').map(encodeURIComponent).join(),
        known === null ? INVALID.list : INVALID.someOf(known),
      ),
    );
  command.option('--view <address>', history.view, parseView);
  text('--search <text>', history.search, 'search', INVALID.tooLong);
  command.option('--dates <period>', history.dates, (value: string) => part('dates', value, INVALID.dates(PERIODS)));
  list('--models <ids>', history.models, 'models', MODEL_IDS);
  list('--states <states>', history.states, 'states', SHOWN_STATES);
  list('--verdicts <verdicts>', history.verdicts, 'verdicts', SHOWN_VERDICTS);
  list('--tags <tags>', history.tags, 'tags', null);
  text('--batch <id>', history.batch, 'batch', INVALID.tooLong);
  text('--show <folder>', history.show, 'show', INVALID.tooLong);
  for (const [flags, help, name] of [
    ['--least-cost <usd>', history.leastCost, 'leastCost'],
    ['--most-cost <usd>', history.mostCost, 'mostCost'],
  ] as const) {
    command.option(flags, help, (value: string) => part(name, String(parseUsd(value)), INVALID.usd));
  }
  return command
    .option('--connection <name>', history.connection, parseEach)
    .addOption(new Option('--sort <order>', history.sort).choices(ORDERS));
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
    if (!isKnown && !isUnderstood(name, each)) throw new InvalidArgumentError(INVALID.view(name));
  }
  return address;
}
