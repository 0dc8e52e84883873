/** Every command of the terminal. */

import { Command } from 'commander';
import { programVersion } from '../../common/program-version.ts';
import { HELP_LAYOUT } from '../strings/examples.ts';
import { HELP } from '../strings/help.ts';
import { addCareCommands } from './care.ts';
import { addConnectionCommands } from './connections.ts';
import { addEngineCommands } from './engine.ts';
import { addExamples, layOutHelp } from './help-layout.ts';
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
  const { groups } = HELP_LAYOUT;
  const program = new Command('cleartake')
    .description(HELP.program)
    .version(programVersion(), '-V, --version', HELP_LAYOUT.version)
    .exitOverride();
  layOutHelp(program);
  program.commandsGroup(groups.restoring);
  addWorkCommands(program, finish);
  program.commandsGroup(groups.looking);
  addRecordCommands(program, finish);
  program.commandsGroup(groups.desk);
  addPresetCommands(program, finish);
  addSettingsCommands(program, finish);
  program.commandsGroup(groups.services);
  addConnectionCommands(program, finish);
  addWebhookCommands(program, finish);
  addKeyCommands(program, finish);
  addPortalCommands(program, finish);
  addRehearseCommands(program, finish);
  program.commandsGroup(groups.care);
  addCareCommands(program, finish);
  program.commandsGroup(groups.alone);
  addEngineCommands(program, finish);
  addExamples(program);
  return program;
}
