// What release/bundle.mjs changes in string-width, which every command loads.

/** Characters of one column, besides ASCII: Latin letters and signs, and dashes, quotes and bullets. */
export const NARROW = '\\u00A0-\\u00AC\\u00AE-\\u024F\\u2010-\\u2027';
const ASCII = String.raw`/^[\u0020-\u007E]*$/`;
const SLOW = /^const (\w+) = (\/.*\\p\{.*\/\w+|new Intl\.Segmenter\(\));$/gm;

/**
 * Its regular expressions over all of Unicode take 30 ms to prepare: only when a text needs them.
 * @throws Error if a new version looks different
 */
export function preparedLater(text) {
  const constants = [...text.matchAll(SLOW)];
  if (constants.length !== 5 || !text.includes(ASCII)) throw new Error('string-width has changed');
  return constants
    .reduce(
      (changed, [line, name, value]) =>
        changed
          .replace(line, '')
          .replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}()`)
          .concat(`\nlet its_${name};\nfunction ${name}() { return (its_${name} ??= ${value}); }\n`),
      text,
    )
    .replace(ASCII, () => `/^[\\u0020-\\u007E${NARROW}]*$/`);
}
