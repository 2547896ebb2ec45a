import { join } from 'node:path';
import type { Context } from '../context.js';
import { type ExitStatus, PaytallyError } from '../errors.js';
import type { TemplatePlaces } from '../render/template/loadTemplate.js';
import { diskTemplateFiles } from '../render/template/template.js';
import { command } from './command.js';
import { once } from './commonOptions.js';
import { checkTemplates } from './templates/checkTemplates.js';
import { createTemplate } from './templates/createTemplate.js';
import { printTemplate } from './templates/printTemplate.js';
import { printTemplates } from './templates/printTemplates.js';
import type { TemplatesOptions } from './templates/templatesOptions.js';

export const templatesCommand = command<TemplatesOptions>({
  usage: 'templates [action] [names..]',
  describe: 'List, show, copy and check templates',
  examples: [
    ['$0 templates', 'The built-in ones'],
    ['$0 templates show datev-lodas', 'Its columns, variables and a few rows'],
    ['$0 templates new my-export --from datev-lodas', 'A copy to change'],
    ['$0 templates check ./my-export', 'Is it valid, and does it still give the golden files beside it?'],
  ],
  json: '{ "templates": […] } for list and check, { "template": { … } } for show, { "files": […] } for new',
  options: (args) =>
    args
      .positional('action', {
        choices: ['list', 'show', 'new', 'check'],
        default: 'list',
        describe: 'What to do',
      })
      .positional('names', {
        type: 'string',
        array: true,
        default: [],
        describe: 'Names, or paths of your own',
      })
      .option('from', { type: 'string', describe: 'new: the template to start from', coerce: once('from') })
      .option('update-golden', {
        type: 'boolean',
        default: false,
        describe: 'check: write what the sample gives beside the template',
      })
      .option('sample', {
        type: 'boolean',
        default: false,
        describe: 'check: write a workbook, filled with the sample, beside the template',
      })
      .option('config', {
        type: 'string',
        describe: 'list, show: the configuration that knows of test imports; default: paytally.yaml',
        coerce: once('config'),
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print one JSON object' })
      .option('quiet', { type: 'boolean', default: false, describe: 'Print the result and failures only' }),
  run,
});

async function run(options: TemplatesOptions, context: Context): Promise<ExitStatus> {
  const places: TemplatePlaces = {
    templatesRoot: join(context.packageFolder, 'templates'),
    baseFolder: context.cwd,
    files: diskTemplateFiles,
  };
  switch (options.action) {
    case 'list':
      return printTemplates(options, context, places);
    case 'show':
      return printTemplate(oneName(options), options, context, places);
    case 'new':
      return createTemplate(oneName(options), options, context, places);
    case 'check':
      return checkTemplates(options, context, places);
  }
}

function oneName({ action, names }: TemplatesOptions): string {
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) return name;
  throw new PaytallyError('USAGE', `"templates ${action}" takes one name.`, {
    remedy: `Write for instance: paytally templates ${action} ${action === 'new' ? 'my-export --from datev-lodas' : 'datev-lodas'}`,
  });
}
