import { describe, expect, test } from 'vitest';
import { renderHtmlBody } from '../../../src/delivery/mail/composeMail.js';

/*
 * Outlook for Windows lays out mails with Word's engine. We have not tested that program; these are the published rules
 * of what the engine supports (Microsoft: "Word 2007 HTML and CSS rendering capabilities in Outlook 2007";
 * caniemail.com).
 */
const HTML = renderHtmlBody({
  language: 'de',
  heading: 'Bäckerei: Stunden Oktober 2026',
  paragraphs: ['Erste Zeile\nzweite Zeile', 'Ein Absatz'],
  lists: [
    { heading: 'Im Anhang', items: ['a.csv', 'b.xlsx'] },
    { heading: 'Leer', items: [] },
  ],
  footer: 'Automatisch gesendet.',
});
/** What the engine reads: the style block only defines colours for dark windows, in a query that the engine ignores. */
const BODY = HTML.slice(HTML.indexOf('<body')).replace(/<!--\[if mso\]>|<!\[endif\]-->/g, '');
const tags = (html: string) =>
  [...html.matchAll(/<([a-z][a-z0-9]*)\b([^>]*)>/g)].map(([, name = '', rest = '']) => ({
    name,
    attributes: new Map(
      [...rest.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
const styleOf = ({ attributes }: { readonly attributes: ReadonlyMap<string, string> }) =>
  new Map(
    (attributes.get('style') ?? '')
      .split(';')
      .filter((each) => each !== '')
      .map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)]),
  );

/** Properties that Word's engine supports, and those that are harmless if ignored. */
const TAKEN = [
  ...['background-color', 'border', 'border-top', 'color', 'font-family', 'font-size', 'font-weight'],
  ...['line-height', 'margin', 'padding'],
];
const PASSED_OVER = ['max-width', 'word-break', 'overflow-wrap'];

describe('mails in Outlook’s old engine, by its rules', () => {
  test('are laid out with tables only', () => {
    const names = new Set(tags(BODY).map(({ name }) => name));
    expect([...names].sort()).toEqual(['body', 'br', 'h1', 'table', 'td', 'tr']);
  });

  test('use properties that it supports, with lengths in pixels and six-digit colours', () => {
    for (const tag of tags(BODY)) {
      for (const [property, value] of styleOf(tag)) {
        expect([...TAKEN, ...PASSED_OVER], property).toContain(property);
        if (property.endsWith('color')) expect(value).toMatch(/^#[0-9a-f]{6}$/);
        if (/size|padding|margin|line-height/.test(property))
          expect(value).toMatch(/^(\d+px|0)( (\d+px|0))*$/);
      }
    }
  });

  test('also state widths, spacing and backgrounds of tables in attributes', () => {
    const tables = tags(BODY).filter(({ name }) => name === 'table');
    expect(tables.length).toBe(3);
    for (const { attributes } of tables) {
      expect(attributes.get('role')).toBe('presentation');
      expect(attributes.get('width')).toMatch(/^(100%|\d+)$/);
      for (const each of ['cellpadding', 'cellspacing', 'border']) expect(attributes.get(each)).toBe('0');
    }
    const coloured = tags(BODY).filter((tag) => styleOf(tag).has('background-color'));
    expect(coloured.length).toBeGreaterThan(1);
    for (const tag of coloured)
      expect(tag.attributes.get('bgcolor')).toBe(styleOf(tag).get('background-color'));
  });

  test('have a fixed-width table, for Outlook only, around the table with a maximum width', () => {
    const widest = /max-width:(\d+)px/.exec(BODY)?.[1];
    const forOutlook = [...HTML.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs)].map(([, inside]) => inside);
    expect(forOutlook).toEqual([expect.stringContaining(`width="${widest}"`), '</td></tr></table>']);
    expect(HTML.match(/max-width/g)).toHaveLength(1);
  });

  test('state font, size and colour on each text cell, and need no style block', () => {
    const cells = [...BODY.matchAll(/(<td[^>]*>)([^<]*)/g)].filter(([, , text = '']) => text.trim() !== '');
    expect(cells.length).toBe(6);
    for (const [, cell = ''] of cells) {
      const [tag] = tags(cell);
      const style = tag === undefined ? new Map() : styleOf(tag);
      for (const each of ['font-family', 'font-size', 'line-height', 'color'])
        expect(style.has(each)).toBe(true);
    }
    const block = /<style>(.*?)<\/style>/s.exec(HTML)?.[1] ?? '';
    const outsideQuery = block.replace(/@media \(prefers-color-scheme: dark\) \{.*\n\}/s, '');
    expect(outsideQuery.trim()).toBe(
      ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
    );
  });
});
