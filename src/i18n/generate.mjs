// Checks the catalogues and writes messageValues.ts: the values of each English text, so that a message without them
// does not compile. `node src/i18n/generate.mjs [FOLDER]` also copies the catalogues to FOLDER. Ends with status 1 and a
// line for each text that a language lacks or that has other values than the English one.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const HERE = new URL('./', import.meta.url);
/** English first: it is the source. */
const LANGUAGES = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));
const DATE_STYLES = ['short', 'stamp', 'until'];
const NUMBER_STYLES = ['hours', 'signedHours', 'two'];
const REMEDY = '.remedy';
const problems = [];

/** Id -> text. */
function readLanguage(language) {
  const folder = new URL(`${language}/`, HERE);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const texts = new Map();
  for (const file of files) {
    const entries = Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    for (const [key, text] of entries) texts.set(`${file.slice(0, -'.json'.length)}.${key}`, text);
  }
  return texts;
}

/** Name of each value -> its TypeScript type. */
function valuesOf(id, language, text) {
  const values = new Map();
  const add = (name, type) => {
    const known = values.get(name);
    if (known === undefined || known === 'Text') values.set(name, type);
    else if (type !== 'Text' && type !== known)
      problems.push(`${language} ${id}: {${name}} is used in two ways`);
  };
  const visit = (elements) => {
    for (const element of elements) {
      const { type, value, style } = element;
      if (type === TYPE.argument) add(value, 'Text');
      if (type === TYPE.number) {
        add(value, 'number');
        if (style && !NUMBER_STYLES.includes(style))
          problems.push(`${language} ${id}: there is no number style ${style}`);
      }
      if (type === TYPE.date) {
        add(value, 'string');
        if (style && !DATE_STYLES.includes(style))
          problems.push(`${language} ${id}: there is no date style ${style}`);
      }
      if (type === TYPE.plural) add(value, 'number');
      if (type === TYPE.select) add(value, 'string');
      if (type === TYPE.plural || type === TYPE.select)
        for (const option of Object.values(element.options)) visit(option.value);
    }
  };
  try {
    visit(parse(text, { ignoreTag: true }));
  } catch (error) {
    problems.push(`${language} ${id}: cannot be read: ${error.message}: ${text}`);
  }
  return values;
}

/** The message also supplies the values of its remedy, so it has the values of both. */
function joinRemedies(english) {
  for (const [id, values] of english) {
    const message = id.endsWith(REMEDY) ? english.get(id.slice(0, -REMEDY.length)) : undefined;
    for (const [name, type] of message === undefined ? [] : values)
      if (!message.has(name) || message.get(name) === 'Text') message.set(name, type);
  }
}

function compare(language, id, english, values) {
  const same = (a, b) => [...a].every(([name]) => b.has(name));
  if (!same(english, values) || !same(values, english)) {
    const names = (map) => [...map.keys()].sort().join(', ') || 'none';
    problems.push(`${language} ${id}: has the values ${names(values)}, the English text ${names(english)}`);
  }
  for (const [name, type] of values)
    if (english.has(name) && english.get(name) !== type)
      problems.push(`${language} ${id}: {${name}} is a ${type}, in the English text a ${english.get(name)}`);
}

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, readLanguage(language)]));
const english = new Map([...texts.en].map(([id, text]) => [id, valuesOf(id, 'en', text)]));
for (const language of LANGUAGES.slice(1)) {
  for (const id of texts.en.keys())
    if (!texts[language].has(id)) problems.push(`${language} ${id}: is missing`);
  for (const [id, text] of texts[language]) {
    if (!texts.en.has(id)) problems.push(`${language} ${id}: is no text of the English catalogue`);
    else compare(language, id, english.get(id), valuesOf(id, language, text));
  }
}
joinRemedies(english);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const line = ([id, values]) => {
  const fields = [...values].map(([name, type]) => `readonly ${name}: ${type}`).join('; ');
  return `  '${id}': ${fields === '' ? 'NoValues' : `{ ${fields} }`};`;
};
const made = `// Made by generate.mjs from en/*.json. Do not change it here.
import type { Text } from './message.js';

type NoValues = Readonly<Record<never, never>>;

export interface MessageValues {
${[...english].map(line).join('\n')}
}
`;
const target = new URL('messageValues.ts', HERE);
if (!existsSync(target) || readFileSync(target, 'utf8') !== made) writeFileSync(target, made);

// Without the spaces of the files that people edit: the package has a limit.
const copy = process.argv[2];
if (copy !== undefined)
  for (const language of LANGUAGES) {
    mkdirSync(`${copy}/${language}`, { recursive: true });
    for (const file of readdirSync(new URL(`${language}/`, HERE)).filter((name) => name.endsWith('.json'))) {
      const texts = JSON.parse(readFileSync(new URL(`${language}/${file}`, HERE), 'utf8'));
      writeFileSync(`${copy}/${language}/${file}`, JSON.stringify(texts));
    }
  }
