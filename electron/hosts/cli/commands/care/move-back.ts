/** `cleartake move-back`: brings recordings back that were moved away once they were done. */

import { movedBackWords } from '../../../../../shared/domain/care/strings.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('move-back', 'move recordings back that were moved to a folder after they were done')
    .onDesk()
    .run(moveBackCommand);
}

/** Status 1 when something else is in the place of one. */
export async function moveBackCommand(options: CommandOptions): Promise<ExitStatus> {
  return await withDesk(options, async ({ client }) => {
    const { left, moved } = await client.sources.takeBack();
    report(options, { event: 'moved-back', moved, left }, movedBackWords(moved, left));
    return left === 0 ? EXIT.done : EXIT.failed;
  });
}
