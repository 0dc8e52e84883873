/** Handlers of the presets group. */

import type { PresetsView } from '../../../../shared/contract/queue/presets.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { Presets } from '../../library/presets/presets.ts';
import type { DeskPorts } from '../../ports.ts';

export function presetsHandlers(
  { files }: Pick<DeskPorts, 'files'>,
  presets: Presets,
  { mayOutputTo, requireOutput }: PathChecks,
) {
  const { presets: group } = os;
  const hasFolder = async (path: string) =>
    mayOutputTo(path) && (await files.facts(path).catch(() => null))?.kind === 'folder';
  return {
    list: group.list.handler(() => presets.view()),
    watch: group.watch.handler(({ signal }) => streamEvents<PresetsView>(presets.watch, presets.view, signal)),
    choose: group.choose.handler(({ input }) => presets.choose(input.id)),
    save: group.save.handler(({ input }) => {
      requireOutput(input.settings);
      return presets.save(input);
    }),
    remove: group.remove.handler(({ input }) => presets.remove(input.id)),
    setDefault: group.setDefault.handler(({ input }) => presets.setDefault(input.id)),
    import: group.import.handler(({ input }) => presets.import(input.text, hasFolder)),
  };
}
