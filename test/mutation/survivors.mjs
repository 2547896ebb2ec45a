// What survives, against the list of those that somebody has looked at: survivors.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

const LIST = join(root, 'test/mutation/survivors.md');
const ENTRY = /^- `(.+?)`(?: \(line `(.+)`\))?: (.+)$/;

/** Tells the survivors of a folder that nobody has explained, and what the list names in vain, and counts. */
export function told(folder, mutants) {
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
  const left = mutants.filter(({ status }) => status === 'survived' || status === 'not covered');
  const { unexplained, inVain } = sorted(left, entriesOf(folder));
  for (const { file, line, status, original, replacement } of unexplained)
    console.log(`${file}:${line} ${status}: ${changeOf({ original, replacement })}`);
  for (const { file, change } of inVain)
    console.log(`${file}: survivors.md names, but nothing is left of: ${change}`);
  const detected = count('killed') + count('ran away');
  return {
    folder,
    mutants: mutants.length,
    killed: count('killed'),
    ranAway: count('ran away'),
    survived: count('survived'),
    notCovered: count('not covered'),
    detected: Math.round((1000 * detected) / mutants.length) / 10,
    unexplained: unexplained.length,
  };
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
export const changeOf = ({ original, replacement }) => `${oneLine(original)} => ${oneLine(replacement)}`;

/** An entry explains every mutant of its file that makes its change; in one line only, where it names that. */
function sorted(left, entries) {
  const unexplained = [];
  const used = new Set();
  for (const mutant of left) {
    const entry = entries.find(
      ({ file, change, line }) =>
        file === mutant.file &&
        change === changeOf(mutant) &&
        (line === undefined || line === oneLine(mutant.text)),
    );
    if (entry === undefined && byRule(mutant) === undefined) unexplained.push(mutant);
    if (entry !== undefined) used.add(entry);
  }
  return { unexplained, inVain: entries.filter((entry) => !used.has(entry)) };
}

/**
 * Why a change says nothing, for those of which there are many. They stay in the counts as survivors.
 * - A default text that no test reaches: the compiler asks for one where a part of a pattern or of a list is taken.
 * - The words of an error: messages are tested as a whole where people read them (test/commands, test/i18n).
 */
export function byRule({ status, mutator, original, text }) {
  if (status === 'not covered' && mutator === 'StringLiteral' && original === "''") return 'default';
  const isText = mutator === 'StringLiteral' && /^['`"].*\s.*['`"]$/s.test(original);
  return isText && /Error\(|message|remedy|`[^`]* /.test(text) ? 'words' : undefined;
}

function entriesOf(folder) {
  const entries = [];
  let file = '';
  for (const text of readFileSync(LIST, 'utf8').split('\n')) {
    if (text.startsWith('## ')) file = text.slice(3).trim();
    const [, change, line, why] = ENTRY.exec(text) ?? [];
    if (why !== undefined && file.startsWith(`src/domain/${folder}/`))
      entries.push({ file, change, line, why });
  }
  return entries;
}
