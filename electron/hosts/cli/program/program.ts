/** Every command of the terminal. */

import { Command } from 'commander';
import { programVersion } from '../../common/paths.ts';
import { HELP } from '../strings/help.ts';
import { addCareCommands } from './care.ts';
import { addConnectionCommands } from './connections.ts';
import { addEngineCommands } from './engine.ts';
import { addKeyCommands } from './keys.ts';
import { addPortalCommands } from './portal.ts';
import { addPresetCommands } from './presets.ts';
import { addRecordCommands } from './records.ts';
import { addRehearseCommands } from './rehearse.ts';
import { addSettingsCommands } from './settings.ts';
import type { Finish } from './shared.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWorkCommands } from './work.ts';

export function createProgram(finish: Finish): Command {
  const program = new Command('cleartake').description(HELP.program).version(programVersion()).exitOverride();
  addWorkCommands(program, finish);
  addRecordCommands(program, finish);
  addPresetCommands(program, finish);
  addSettingsCommands(program, finish);
  addConnectionCommands(program, finish);
  addWebhookCommands(program, finish);
  addKeyCommands(program, finish);
  addPortalCommands(program, finish);
  addRehearseCommands(program, finish);
  addCareCommands(program, finish);
  addEngineCommands(program, finish);
  return program;
}
