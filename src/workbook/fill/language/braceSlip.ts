import { Mistake } from '../mistake.js';

const WHOLE = /\{\{[^{}]*\}\}/g;
/** `{{#each employees}`: one brace at the end, and text or nothing after it. */
const ENDS_IN_ONE = /\{\{([^{}]*)\}/;
/** `{#each employees}}`: what repeats, with one brace in front. Other braces may be meant as they are. */
const BEGINS_WITH_ONE = /\{(\s*#\s*(?:each|if|empty|sheet)\b[^{}]*)\}{0,2}/i;

/** What is wrong with the braces of a text, and how it should be; undefined where nothing is. */
export function braceSlip(text: string): Mistake | undefined {
  const rest = text.replace(WHOLE, '');
  const open = ENDS_IN_ONE.exec(rest);
  if (open)
    return new Mistake(`"${open[0]}" lacks a brace at its end`, `Write {{${(open[1] ?? '').trim()}}}.`);
  if (rest.includes('{{')) {
    const inside = rest.slice(rest.indexOf('{{') + 2).trim();
    const isOneLine = inside !== '' && !inside.includes('\n');
    const right = isOneLine ? `Write {{${inside}}}` : 'Write for example {{FIELD}}';
    return new Mistake(
      `"{{" without "}}" in "${text.trim()}"`,
      `${right}, or put "}}" where the placeholder ends.`,
    );
  }
  const single = BEGINS_WITH_ONE.exec(rest);
  if (!single) return undefined;
  return new Mistake(
    `"${single[0].trim()}" lacks a brace at its beginning`,
    `Write {{${(single[1] ?? '').trim()}}}.`,
  );
}
