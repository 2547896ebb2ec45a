import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import { listTemplates, type TemplateListing } from '../../render/template/listTemplates.js';
import type { TemplatePlaces } from '../../render/template/loadTemplate.js';
import type { TemplatesOptions } from './templatesOptions.js';

const NAME_WIDTH = 20;
const TEXT_WIDTH = 78;

export async function printTemplates(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const templates = await listTemplates(places);
  if (options.json) terminal.result(JSON.stringify({ templates }));
  else {
    terminal.result(
      section(
        'For people',
        templates.filter(({ audience }) => audience === 'people'),
      ),
    );
    terminal.result(
      section(
        'For payroll systems',
        templates.filter(({ audience }) => audience === 'payroll'),
      ),
    );
    terminal.message('More about one: paytally templates show NAME');
  }
  return ExitStatus.done;
}

function section(title: string, templates: readonly TemplateListing[]): string {
  return [
    title,
    ...templates.map(({ name, description }) => `  ${name.padEnd(NAME_WIDTH)}${firstSentence(description)}`),
    '',
  ].join('\n');
}

function firstSentence(description: string): string {
  const [sentence = ''] = description.replaceAll('\n', ' ').split(/(?<=\.)\s/);
  return sentence.length > TEXT_WIDTH ? `${sentence.slice(0, TEXT_WIDTH - 1)}…` : sentence;
}
