/** Reports what was left out of an import, by reason, in a dialog that stays until it is closed. */

import { Button, CopyButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ImportReport } from '../../../shared/contract/queue/queue.ts';
import { countLeftOut, type LeftOut } from '../../../shared/domain/left-out.ts';
import classes from './import-report.module.css';
import { REPORT } from './strings.ts';

/** Paths shown of one reason. The copied list has all. */
const MOST_PATHS = 50;

export function reportImport(report: ImportReport): void {
  const added = report.jobIds.length;
  const left = countLeftOut(report.skipped);
  const id = notifications.show({
    role: 'status',
    color: added > 0 ? 'accent' : 'yellow',
    autoClose: 15_000,
    message: (
      <div className={classes.notice}>
        <span>{added > 0 ? REPORT.some(added, left) : REPORT.none(left)}</span>
        <Button
          size="compact-sm"
          fz={12}
          onClick={() => {
            notifications.hide(id);
            showSkipped(report.skipped);
          }}
        >
          {REPORT.show}
        </Button>
      </div>
    ),
  });
}

function showSkipped(skipped: readonly LeftOut[]): void {
  modals.open({
    title: REPORT.title(countLeftOut(skipped)),
    size: 620,
    children: (
      <>
        <div className={classes.head}>
          <span>{REPORT.explain}</span>
          <CopyButton value={asText(skipped)}>
            {({ copied, copy }) => (
              <Button size="compact-sm" fz={12} onClick={copy}>
                {copied ? REPORT.copied : REPORT.copy}
              </Button>
            )}
          </CopyButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by key */}
        <section className={classes.skipped} tabIndex={0} aria-label={REPORT.title(countLeftOut(skipped))}>
          {[...byReason(skipped)].map(([reason, paths]) => (
            <div key={reason} className={classes.group}>
              <h3>{reason}</h3>
              <ul>
                {paths.slice(0, MOST_PATHS).map((path) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
              {paths.length > MOST_PATHS && <p>{REPORT.more(paths.length - MOST_PATHS)}</p>}
            </div>
          ))}
        </section>
      </>
    ),
  });
}

function byReason(skipped: readonly LeftOut[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, all]) => [reason, all.map(({ path }) => path)]),
  );
}

function asText(skipped: readonly LeftOut[]): string {
  return skipped.map(({ path, reason }) => `${path}\t${reason}`).join('\n');
}
