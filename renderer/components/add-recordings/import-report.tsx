/** Reports files that weren't added, with reasons, in a dialog that stays until it is closed. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ImportReport } from '../../../shared/contract/queue.ts';
import classes from './import-report.module.css';
import { ADD, REPORT } from './strings.ts';

export function reportImport(report: ImportReport): void {
  const added = report.jobIds.length;
  const id = notifications.show({
    title: added > 0 ? ADD.added(added) : REPORT.none,
    color: added > 0 ? 'accent' : 'yellow',
    autoClose: 15_000,
    message: (
      <div className={classes.notice}>
        <span>{REPORT.some(report.skipped.length)}.</span>
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

function showSkipped(skipped: ImportReport['skipped']): void {
  modals.open({
    title: REPORT.some(skipped.length),
    size: 620,
    children: (
      <>
        <p className={classes.explain}>{REPORT.explain}</p>
        <ul className={classes.skipped}>
          {skipped.map(({ path, reason }) => (
            <li key={path}>
              <b>{path}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}
