import { expect, test } from 'vitest';
import {
  type EmployeeToMatch,
  matchPayrollList,
  type PayrollListRow,
} from '../../../src/domain/people/matchPayrollList.js';

/* Each case states what a clerk who compares the two lists would say. */

/** `Maria Peeters`, or `Maria Peeters 17` with the payroll ID in the mapping file. */
function employee(text: string, index = 0): EmployeeToMatch {
  const [, names = '', number] = /^(.*?)(?: (\d+))?$/.exec(text) ?? [];
  const words = names.split(' ');
  return {
    id: `e${index + 1}`,
    firstName: words.slice(0, -1).join(' ') || null,
    lastName: words.at(-1) || null,
    number: number ?? null,
  };
}

/** `900 Peeters, Maria`: a name in one column. */
function row(text: string, index = 0): PayrollListRow {
  const [, number = '', name = ''] = /^(\S+) ?(.*)$/.exec(text) ?? [];
  return { line: index + 2, number, lastName: '', firstName: '', name };
}

const noOwners = () => [];

function matched(employees: readonly string[], rows: readonly string[]) {
  const { matches, ...left } = matchPayrollList(employees.map(employee), rows.map(row), noOwners);
  return {
    matches: matches.map(({ employee: { id }, row: { number }, basis, doubt }) =>
      [id, number, basis, doubt ?? 'sure'].join(' '),
    ),
    employees: left.employees.map(({ id }) => id),
    rows: left.rows.map(({ row: { number }, candidates, namesakes }) =>
      [number, candidates.map(({ id }) => id).join(), namesakes.map(({ id }) => id).join()].join(' | '),
    ),
  };
}

const one = (employeeText: string, rowText: string) => matched([employeeText], [rowText]).matches;

test.each([
  ['the same name', 'Maria Peeters', '900 Maria Peeters', 'exact sure'],
  ['last name first', 'Maria Peeters', '900 Peeters Maria', 'exact sure'],
  ['with a comma', 'Maria Peeters', '900 Peeters, Maria', 'exact sure'],
  ['more spaces', 'Maria Peeters', '900   Maria   Peeters ', 'exact sure'],
  ['letters with separate accents', 'Zoë Peeters', `900 ${'Zoë Peeters'.normalize('NFD')}`, 'exact sure'],
  ['capitals', 'Maria Peeters', '900 PEETERS MARIA', 'folded sure'],
  ['no accents', 'Zoë Müller', '900 Muller Zoe', 'folded sure'],
  ['ue for ü', 'Jürg Müller', '900 Mueller Juerg', 'folded sure'],
  ['ae and oe', 'Jörg Säger', '900 Saeger Joerg', 'folded sure'],
  ['oe for ø', 'Øre Bøge', '900 Boege Oere', 'folded sure'],
  ['o for ø', 'Øre Bøge', '900 Boge Ore', 'folded sure'],
  ['aa for å', 'Åse Gård', '900 Gaard Aase', 'folded sure'],
  ['ss for ß', 'Max Weiß', '900 Weiss Max', 'folded sure'],
  ['l for ł', 'Jan Wałek', '900 Walek Jan', 'folded sure'],
  ['d for đ', 'Đuro Đak', '900 Dak Duro', 'folded sure'],
  ['d for ð', 'Sigurður Jón', '900 Jon Sigurdur', 'folded sure'],
  ['th for þ', 'Þór Jón', '900 Jon Thor', 'folded sure'],
  ['ae for æ', 'Æsa Kær', '900 Kaer Aesa', 'folded sure'],
  ['oe for œ', 'Anne Cœur', '900 Coeur Anne', 'folded sure'],
  ['i for ı', 'Işıl Kaya', '900 Kaya Isil', 'folded sure'],
  ['h for ħ', 'Ħal Kaya', '900 Kaya Hal', 'folded sure'],
  ['n for ŋ', 'Áŋel Kaya', '900 Kaya Anel', 'folded sure'],
  ['a missing apostrophe', "Sean O'Neil", '900 ONeil Sean', 'folded sure'],
  ['a missing hyphen', 'Anne-Marie Smet', '900 Smet Anne Marie', 'folded sure'],
  ['words in another order', 'Ana Maria Smet', '900 Maria Smet Ana', 'folded sure'],
])('%s', (_, employeeText, rowText, expected) => {
  expect(one(employeeText, rowText)).toEqual([`e1 900 ${expected}`]);
});

test.each([
  ['one wrong letter', 'Maria Peeters', '900 Maria Peters'],
  ['two wrong letters', 'Maria Peeters', '900 Marja Peters'],
  ['a wrong letter in a short name', 'Li Wu', '900 Li Wa'],
  ['initial and last name', 'Jan Peeters', '900 J. Peeters'],
  ['an additional second name', 'Jan Willem Peeters', '900 Jan Peeters'],
  ['a missing second name', 'Jan Peeters', '900 Jan Willem Peeters'],
  ['two initials', 'Jan Willem Peeters', '900 J W Peeters'],
])('%s is close, and a person decides', (_, employeeText, rowText) => {
  expect(one(employeeText, rowText)).toEqual(['e1 900 near near']);
});

test.each([
  ['another name', 'Jan Peeters', '900 Els Claes'],
  ['two letters in a short name', 'Li Wu', '900 Le Wa'],
  ['four letters', 'Maximiliaan Vandenberghe', '900 Maxymyljaan Vamdenberghe'],
  ['the last name alone', 'Jan Peeters', '900 Peeters'],
  ['initials alone', 'Jan Peeters', '900 J P'],
  ['another initial', 'Jan Peeters', '900 M Peeters'],
  ['two initials for one name', 'Maximilian Peeters', '900 M M Peeters'],
  ['the same letters in other words', 'Ann Raes', '900 Raf Maes'],
  ['a longer name that partly matches', 'Jan Peeters', '900 Jan Willem'],
  ['no name', 'Jan Peeters', '900'],
  ['punctuation as a name', 'Jan Peeters', '900 --'],
])('%s is no match', (_, employeeText, rowText) => {
  expect(matched([employeeText], [rowText])).toEqual({
    matches: [],
    employees: ['e1'],
    rows: ['900 |  | '],
  });
});

test('last and first name in two columns', () => {
  const columns = { line: 2, number: '900', name: '' };
  const both = { ...columns, lastName: 'Peeters', firstName: 'Maria' };
  const basisOf = (text: string) => matchPayrollList([employee(text)], [both], noOwners).matches[0]?.basis;
  expect(basisOf('Maria Peeters')).toBe('exact');
  expect(basisOf('Maria Petersen')).toBeUndefined();
  const last = { ...columns, lastName: 'Peeters', firstName: '' };
  const unnamed = { ...employee('Peeters'), firstName: null };
  expect(matchPayrollList([unnamed], [last], noOwners).matches).toMatchObject([
    { basis: 'exact', doubt: null },
  ]);
  const nobody = { id: 'e1', firstName: null, lastName: null, number: null };
  expect(matchPayrollList([nobody], [{ ...last, lastName: '' }], noOwners).matches).toEqual([]);
});

test('a payroll ID in the mapping file decides, and a different name with it is doubtful', () => {
  expect(one('Maria Peeters 900', '900 Maria Peeters')).toEqual(['e1 900 number sure']);
  expect(one('Maria Peeters 900', '900 Marie Peeters')).toEqual(['e1 900 number sure']);
  expect(one('Maria Peeters 900', '900')).toEqual(['e1 900 number sure']);
  expect(one('Maria Peeters 900', '900 Els Claes')).toEqual(['e1 900 number other-name']);
});

test('a name with another payroll ID than in the mapping file is doubtful; lost zeros are not', () => {
  expect(one('Maria Peeters 901', '900 Maria Peeters')).toEqual(['e1 900 exact other-number']);
  expect(one('Maria Peeters 0900', '900 Maria Peeters')).toEqual(['e1 900 exact sure']);
  expect(one('Maria Peeters 900', '00900 Maria Peeters')).toEqual(['e1 00900 exact sure']);
  expect(one('Maria Peeters 000', '0 Maria Peeters')).toEqual(['e1 0 exact sure']);
});

test('a payroll ID on two employees or two lines decides nothing', () => {
  expect(matched(['Maria Peeters 900', 'Els Claes 900'], ['900 Karl Maes'])).toEqual({
    matches: [],
    employees: ['e1', 'e2'],
    rows: ['900 |  | '],
  });
  expect(matched(['Maria Peeters 900'], ['900 Karl Maes', '900 Els Claes']).matches).toEqual([]);
});

test('employees with the same name are reported, and a person decides', () => {
  expect(matched(['Jan Maes', 'Jan Maes', 'Jan Claes'], ['900 Maes Jan'])).toEqual({
    matches: [],
    employees: ['e1', 'e2', 'e3'],
    rows: ['900 | e1,e2 | e1,e2'],
  });
  expect(matched(['Jan Maes'], ['900 Jan Maes', '901 Jan Maes'])).toEqual({
    matches: [],
    employees: ['e1'],
    rows: ['900 | e1 | ', '901 | e1 | '],
  });
  const five = Array.from({ length: 5 }, () => 'Jan Maes');
  expect(matched(five, ['900 Jan Maes']).rows).toEqual(['900 | e1,e2,e3,e4,e5 | e1,e2,e3,e4,e5']);
});

test('at most three similar employees are proposed, the closest first, then by ID', () => {
  const employees = ['Jan Willem Peeters', 'Jan Pieters', 'Jan Peterss', 'Jan Petters', 'Jan Peetersen'];
  expect(matched(employees, ['900 Jan Peeters', '901 Jan Peeters']).rows).toEqual([
    '900 | e2,e4,e1 | ',
    '901 | e2,e4,e1 | ',
  ]);
});

test('a name similar to another without a match is doubtful', () => {
  expect(matched(['Jan Peeters', 'Jan Peters'], ['900 Jan Peeters'])).toEqual({
    matches: ['e1 900 exact another-like-it'],
    employees: ['e2'],
    rows: [],
  });
  expect(matched(['Jan Peeters'], ['900 Jan Peeters', '901 Jan Peters'])).toEqual({
    matches: ['e1 900 exact another-like-it'],
    employees: [],
    rows: ['901 |  | '],
  });
  expect(matched(['Jan Peeters', 'Els Claes'], ['900 Jan Peeters', '901 Karl Maes']).matches).toEqual([
    'e1 900 exact sure',
  ]);
});

test('a name equally close to two is matched with neither', () => {
  expect(matched(['Jan Peetars', 'Jan Peetirs'], ['900 Jan Peeters'])).toEqual({
    matches: [],
    employees: ['e1', 'e2'],
    rows: ['900 | e1,e2 | '],
  });
  expect(matched(['Jan Peeters'], ['900 Jan Peetars', '901 Jan Peetirs'])).toEqual({
    matches: [],
    employees: ['e1'],
    rows: ['900 | e1 | ', '901 | e1 | '],
  });
});

test('matches follow the order of the list', () => {
  const { matches } = matched(
    ['Els Claes', 'Karl Maes 902', 'Jan Willem Peeters'],
    ['900 J Peeters', '901 CLAES ELS', '902 Karl Maes', '903 Ines Roels'],
  );
  expect(matches).toEqual(['e3 900 near near', 'e1 901 folded sure', 'e2 902 number sure']);
});
