import { type AnyMessage, listed, type Message, message } from '../../i18n/message.js';
import type { MissingLetters } from './pdfFonts.js';
import { SCRIPT_FONTS, type ScriptName } from './scripts.js';

/** A text that is printed with `?` for some of its characters. */
export interface UnprintedText extends MissingLetters {
  /** The person with the payroll ID, or a title. */
  readonly who: string;
}

const MOST_NAMED = 20;

/** Whom a PDF prints with `?` for some characters, and what to do; undefined if every character has a font. */
export function unprintedWarning(unprinted: readonly UnprintedText[]): Message | undefined {
  if (unprinted.length === 0) return undefined;
  const names = [...new Set(unprinted.map(({ who }) => who))];
  const characters = [...new Set(unprinted.flatMap((each) => each.characters))];
  const text = message('run.unprinted', {
    count: names.length,
    names: names.slice(0, MOST_NAMED).join('; '),
    more: Math.max(0, names.length - MOST_NAMED),
    characters: characters.slice(0, MOST_NAMED).join(' '),
  });
  const remedy = fontRemedy([...new Set(unprinted.flatMap(({ scripts }) => scripts))]);
  return message('terminal.warning', { text, remedy });
}

/** What to install for scripts that no font has. */
export function fontRemedy(scripts: readonly ScriptName[]): Message {
  const packages = scripts.map((script) => `@fontsource/noto-sans-${SCRIPT_FONTS[script].packages[0]}`);
  return message('run.fonts.install', {
    count: scripts.length,
    packages: [...new Set(packages)].join(' '),
  });
}

/** `Chinese, Thai and Tamil`. */
export function namesOfScripts(scripts: readonly ScriptName[]): AnyMessage {
  return listed(scripts.map((script) => message('run.fonts.script', { script })));
}
