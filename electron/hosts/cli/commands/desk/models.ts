/** `cleartake models`: the person's own networks, which restore on this computer. */

import path from 'node:path';
import type { OwnModelView } from '../../../../../shared/contract/models.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { namedModel } from '../../work/named-models.ts';

export function command(program: CliCommand): void {
  const models = program.subcommand(
    'models',
    'add, list and remove models of your own, which restore on this computer',
  );
  models.subcommand('list', 'list your own models').onDesk().run(listModels);
  models
    .subcommand('add', 'try a network and add it as a model, at no charge')
    .argument('<file>', 'an ONNX file with its description beside it (the same name, .json), or the description')
    .option('--description <file>', 'the description, where it is elsewhere')
    .onDesk()
    .examples('cleartake models add gtcrn.onnx', 'cleartake restore talk.wav --model GTCRN')
    .run(addModel);
  models
    .subcommand('remove', 'remove a model; its results stay')
    .argument('<name>', 'the model')
    .onDesk()
    .run(removeModel);
}

function listModels(options: CommandOptions): Promise<ExitStatus> {
  return withDesk(options, async (desk) => {
    const models = await desk.client.models.list();
    for (const model of models) report(options, { event: 'model', ...model }, modelInWords(model));
    if (models.length === 0 && options.json !== true)
      report(options, {}, 'No models of your own. Add one with `cleartake models add FILE.onnx`.');
    return EXIT.done;
  });
}

function addModel(file: string, options: CommandOptions & { readonly description?: string }): Promise<ExitStatus> {
  return withDesk(options, async (desk) => {
    const { description } = options;
    const model = await desk.client.models.add({
      file: path.resolve(file),
      ...(description === undefined ? {} : { description: path.resolve(description) }),
    });
    report(options, { event: 'added', ...model }, `Added ${modelInWords(model)}`);
    return EXIT.done;
  });
}

function removeModel(name: string, options: CommandOptions): Promise<ExitStatus> {
  return withDesk(options, async (desk) => {
    const model = namedModel(name, await desk.client.models.list());
    await desk.client.models.remove({ id: model.id });
    report(options, { event: 'removed', id: model.id }, `Removed ${model.name}. Its results stay.`);
    return EXIT.done;
  });
}

function modelInWords({ about, cost, name, sampleRate }: OwnModelView): string {
  const parts = [
    ...(about === '' ? [] : [about]),
    `${sampleRate / 1000} kHz`,
    `${cost.toFixed(2)} s of processor for a second of sound`,
  ];
  return `${name}: ${parts.join(', ')}`;
}
