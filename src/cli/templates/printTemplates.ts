import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import type { TemplatePlaces } from '../../render/template/loadTemplate.js';
import { listTemplates, type TemplateListing } from '../../render/template/showTemplate.js';
import { shortened, withoutSecrets } from '../../runtime/outsideText.js';
import type { TemplatesOptions } from './templatesOptions.js';
import { type TestImport, testImports, testImportText } from './testImports.js';

const NAME_WIDTH = 20;
const CONFIDENCE_WIDTH = 14;
const SHORTEST_TEXT = 20;

type Listed = TemplateListing & { readonly testImports: readonly TestImport[] };

export async function printTemplates(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const importsOf = await testImports(options, context);
  const templates = (await listTemplates(places)).map((each) => ({
    ...each,
    testImports: importsOf(each.name),
  }));
  if (options.json) terminal.result(JSON.stringify({ templates }));
  else {
    const of = (wanted: TemplateListing['audience']) =>
      templates.filter(({ audience }) => audience === wanted);
    terminal.result(['For people', ...of('people').map((each) => line(each, terminal.width)), ''].join('\n'));
    terminal.result(payrollText(of('payroll'), terminal.width));
    terminal.message('More about one: paytally templates show NAME');
  }
  return ExitStatus.done;
}

/** By country; a template of several stands with each. */
function payrollText(templates: readonly Listed[], width: number | undefined): string {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const places = [...new Set(templates.flatMap(({ countries }) => countries))]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const everywhere = templates.filter(({ countries }) => countries.length === 0);
  return [
    'For payroll systems',
    ...places.flatMap(({ code, name }) => [
      ` ${name}`,
      ...templates.filter(({ countries }) => countries.includes(code)).map((each) => line(each, width)),
    ]),
    ...(everywhere.length === 0 ? [] : [' Any country', ...everywhere.map((each) => line(each, width))]),
    '',
  ].join('\n');
}

function line(
  { name, audience, confidence, description, testImports: passed }: Listed,
  width = Number.POSITIVE_INFINITY,
): string {
  const sure = audience === 'people' ? '' : (confidence ?? '').padEnd(CONFIDENCE_WIDTH);
  const start = `  ${name.padEnd(NAME_WIDTH)}${sure}`;
  const indent = ' '.repeat(start.length);
  return [
    `${start}${firstSentence(description, width - start.length)}`,
    ...passed.map((each) => `${indent}${testImportText(each)}`),
  ].join('\n');
}

/** Cut to the rest of the terminal's line; as it is where there is none. */
function firstSentence(description: string, width: number): string {
  const [sentence = ''] = withoutSecrets(description)
    .replaceAll('\n', ' ')
    .split(/(?<=\.)\s/);
  const room = Math.max(SHORTEST_TEXT, width);
  return sentence.length > room ? shortened(sentence, room - 1) : sentence;
}
