import type { Context } from '../../context.js';
import { listTemplates, type TemplateListing } from '../../documents/template/listTemplates.js';
import type { TemplatePlaces } from '../../documents/template/loadTemplate.js';
import { ExitStatus } from '../../errors.js';
import type { TemplatesOptions } from './templatesOptions.js';

const NAME_WIDTH = 20;
const SHORTEST_TEXT = 20;

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
        terminal.width,
      ),
    );
    terminal.result(
      section(
        'For payroll systems',
        templates.filter(({ audience }) => audience === 'payroll'),
        terminal.width,
      ),
    );
    terminal.message('More about one: paytally templates show NAME');
  }
  return ExitStatus.done;
}

function section(title: string, templates: readonly TemplateListing[], width: number | undefined): string {
  return [
    title,
    ...templates.map(
      ({ name, description }) => `  ${name.padEnd(NAME_WIDTH)}${firstSentence(description, width)}`,
    ),
    '',
  ].join('\n');
}

/** Cut to a line of the terminal; as it is where there is none. */
function firstSentence(description: string, width = Number.POSITIVE_INFINITY): string {
  const [sentence = ''] = description.replaceAll('\n', ' ').split(/(?<=\.)\s/);
  const room = Math.max(SHORTEST_TEXT, width - NAME_WIDTH - 2);
  return sentence.length > room ? `${sentence.slice(0, room - 1)}…` : sentence;
}
