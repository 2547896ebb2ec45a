import { describe, expect, test } from 'vitest';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';
import { syncMapping } from '../../../src/domain/people/syncMapping.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const TODAY = toLocalDate('2026-11-28');

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const anna = { id: 'a', lastName: 'Müller', firstName: 'Anna' };
const ben = { id: 'b', lastName: 'De; Smet', firstName: '=Ben' };

describe('syncMapping', () => {
  test.each([
    [
      'a new file',
      undefined,
      [ben, anna],
      '\ufeffemployeeId;employeeNumber;lastName;firstName;status\r\nb;;"De; Smet";\'=Ben;\r\na;;Müller;Anna;\r\n',
    ],
    [
      'nothing to do: no byte changes',
      'employeeId,employeeNumber\r\n "a" ,007',
      [anna],
      'employeeId,employeeNumber\r\n "a" ,007',
    ],
    [
      'a new employee on a last line without a line end',
      'employeeId,employeeNumber\na,007',
      [anna, ben],
      'employeeId,employeeNumber\na,007\nb,\n',
    ],
    [
      'names if there are columns',
      '\ufefflastName;employeeId;note;employeeNumber\r\n',
      [anna],
      '\ufefflastName;employeeId;note;employeeNumber\r\nMüller;a;;\r\n',
    ],
    [
      'an employee who left: the column is added',
      'employeeId,employeeNumber\nz,1\na,2\n',
      [anna],
      'employeeId,employeeNumber,status\nz,1,gone\na,2\n',
    ],
    [
      'an employee who left, on a line with missing cells',
      'employeeId,employeeNumber,note\nz\n',
      [],
      'employeeId,employeeNumber,note,status\nz,,,gone\n',
    ],
    [
      'an employee who left, with a status column',
      'employeeId,status,employeeNumber\nz,,"1"\n',
      [],
      'employeeId,status,employeeNumber\nz,gone,"1"\n',
    ],
    [
      'an employee who returned',
      'employeeId,status,employeeNumber\na,gone,1\n',
      [anna],
      'employeeId,status,employeeNumber\na,,1\n',
    ],
    [
      'a UUID in capitals is the one of the service',
      'employeeId,employeeNumber\n0F8FAD5B-D9CB-469F-A165-70867728950E,1\n',
      [{ ...anna, id: '0f8fad5b-d9cb-469f-a165-70867728950e' }],
      'employeeId,employeeNumber\n0F8FAD5B-D9CB-469F-A165-70867728950E,1\n',
    ],
    [
      'typed text is kept',
      'employeeId,status,employeeNumber\nz,left in May,1\n',
      [],
      'employeeId,status,employeeNumber\nz,left in May,1\n',
    ],
    [
      'blank lines and unusual quotes are kept',
      'employeeId,employeeNumber,note\n\n"a",=""1"","x\ny"\n',
      [anna, ben],
      'employeeId,employeeNumber,note\n\n"a",=""1"","x\ny"\nb,,\n',
    ],
  ])('%s', (_name, before, employees, expected) => {
    const sync = syncMapping(before === undefined ? undefined : utf8(before), employees, TODAY);
    expect(text(sync.bytes)).toBe(expected);
  });

  test('names employees who were added, removed and restored, and a second sync changes nothing', () => {
    const before = utf8('employeeId;employeeNumber;status\nz;1;\na;2;gone\n');
    const sync = syncMapping(before, [anna, ben], TODAY);
    expect(sync).toMatchObject({ added: ['b'], gone: ['z'], returned: ['a'] });
    const again = syncMapping(sync.bytes, [anna, ben], TODAY);
    expect(again).toMatchObject({ added: [], gone: [], returned: [] });
    expect(again.bytes).toEqual(sync.bytes);
  });

  test('windows-1252 is kept; a name that it cannot encode is refused by name', () => {
    const before = latin1('employeeId;employeeNumber;lastName\r\nz;1;Küfer\r\n');
    const sync = syncMapping(before, [anna, { id: 'z', lastName: null, firstName: null }], TODAY);
    const euro = syncMapping(before, [{ id: 'e', lastName: 'Šœ€', firstName: null }], TODAY);
    expect([...euro.bytes].slice(-6)).toEqual([0x8a, 0x9c, 0x80, 0x3b, 0x0d, 0x0a]);
    expect(sync.bytes).toEqual(latin1('employeeId;employeeNumber;lastName\r\nz;1;Küfer\r\na;;Müller\r\n'));
    expect(parseMapping(sync.bytes).style.encoding).toBe('windows-1252');
    expect(() => syncMapping(before, [{ id: 'l', lastName: 'Łuk', firstName: null }], TODAY)).toThrow(
      'no character for Ł',
    );
  });

  test('a file without the headings is unchanged', () => {
    expect(() => syncMapping(utf8('name,number2\n'), [anna], TODAY)).toThrow(
      expect.objectContaining({ code: 'MAPPING_INVALID' }),
    );
  });
});

describe('dated rows', () => {
  const HEADER = 'employeeId;employeeNumber;from;to;status\n';
  const synced = (lines: string, ...listed: string[]) =>
    syncMapping(
      utf8(HEADER + lines),
      listed.map((id) => ({ id, lastName: null, firstName: null })),
      TODAY,
    );
  const linesAfter = (lines: string, ...listed: string[]) =>
    new TextDecoder().decode(synced(lines, ...listed).bytes).slice(HEADER.length);

  test('that are over are never changed', () => {
    const over = 'a;101;;2026-10-09;\nb;7;;2026-11-27;gone\n';
    expect(linesAfter(over, 'b')).toBe(over);
    expect(synced(over, 'b')).toMatchObject({ added: [], gone: [], returned: [] });
  });

  test('of one person: only the newest is marked', () => {
    expect(linesAfter('a;202;2026-10-19;;\na;101;;2026-10-09;\n')).toBe(
      'a;202;2026-10-19;;gone\na;101;;2026-10-09;\n',
    );
    expect(synced('a;101;;2026-10-09;\na;202;2026-10-19;;\n', 'a').added).toEqual([]);
  });

  test('whose last day is today or later are marked', () => {
    expect(linesAfter('a;101;;2026-11-28;\n')).toBe('a;101;;2026-11-28;gone\n');
  });
});
