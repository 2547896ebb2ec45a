import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAcerta } from './readers/acerta.js';
import { readAddison } from './readers/addison.js';
import { readAdpRun } from './readers/adpRun.js';
import { readAdpWorkforceNow } from './readers/adpWorkforceNow.js';
import { readBmd } from './readers/bmd.js';
import { readBrightpay } from './readers/brightpay.js';
import { readDanlon } from './readers/danlon.js';
import { readDatevLodas } from './readers/datevLodas.js';
import { readDatevLug, readDatevLugIni } from './readers/datevLug.js';
import { readGusto } from './readers/gusto.js';
import { readLexware } from './readers/lexware.js';
import { readLohnfix } from './readers/lohnfix.js';
import { readLoket } from './readers/loket.js';
import { readMyobExo } from './readers/myobExo.js';
import { readNmbrs } from './readers/nmbrs.js';
import { readPartena } from './readers/partena.js';
import { readPaxml } from './readers/paxml.js';
import { readPaychexSpi } from './readers/paychexSpi.js';
import { readProloen } from './readers/proloen.js';
import { readQuickbooksIif } from './readers/quickbooksIif.js';
import { readSagePayrollIe } from './readers/sagePayrollIe.js';
import { readSdworx } from './readers/sdworx.js';
import { readSilae } from './readers/silae.js';
import { readWinbiz } from './readers/winbiz.js';
import { readZucchetti } from './readers/zucchetti.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');

/** The golden file of a template as latin1 text, so that bytes survive an edit. */
function golden(template: string, ending: string): string {
  const folder = join(templatesRoot, template, 'golden');
  const name = readdirSync(folder).find((file) => file.endsWith(ending));
  return readFileSync(join(folder, name ?? ''), 'latin1');
}

describe('a reader refuses what its target would: readers are tests that can fail', () => {
  test.each([
    ['LODAS: an invented name', 'datev-lodas', '.txt', readDatevLodas, 'stunden#bwd', 'buchungswert#bwd'],
    ['LODAS: a lone LF', 'datev-lodas', '.txt', readDatevLodas, ';\r\n2;', ';\n2;'],
    ['LODAS: a record without its last delimiter', 'datev-lodas', '.txt', readDatevLodas, '20,67;', '20,67'],
    ['LODAS: a point', 'datev-lodas', '.txt', readDatevLodas, '20,67', '20.67'],
    ['LuG: a wage type between the ranges', 'datev-lug', '.txt', readDatevLug, ';1000;', ';7000;'],
    ['LuG: a field too many', 'datev-lug', '.txt', readDatevLug, '20,67;', '20,67;;'],
    [
      'LuG: INI that counts wrong',
      'datev-lug',
      '.ini',
      readDatevLugIni,
      'Feldanzahl = 12',
      'Feldanzahl = 11',
    ],
    ['Lexware: leading zero', 'lexware', '.txt', readLexware, '20,67', '020,67'],
    ['Acerta: 52 characters', 'acerta', '.txt', readAcerta, '  0100', ' 0100'],
    ['Partena: 36 fields', 'partena', '.csv', readPartena, ';500;;', ';500;'],
    ['SD Worx: a last line end', 'sdworx', '.txt', readSdworx, /$/, '\n'],
    ['Silae: an accent', 'silae', '.csv', readSilae, 'E0004', '\u00c90004'],
    ['Loket: a component twice', 'loket', '.csv', readLoket, ';28;', ';1;'],
    ['WinBIZ: a section of five characters', 'winbiz', '.csv', readWinbiz, ';100;', ';10000;'],
    ['Paychex: a comma in data', 'paychex-spi', '.csv', readPaychexSpi, 'Hourly', 'Hour,ly'],
    ['ADP RUN: two frequencies', 'adp-run', '.csv', readAdpRun, ',M,', ',W,'],
    ['ADP WFN: a zero', 'adp-workforce-now', '.csv', readAdpWorkforceNow, '20.67', '0.00'],
    ['ADP WFN: a brace', 'adp-workforce-now', '.csv', readAdpWorkforceNow, '261031', '2610{1'],
    ['QuickBooks: 24 hours', 'quickbooks-iif', '.iif', readQuickbooksIif, '0:20', '24:00'],
    ['Gusto: a zero', 'gusto', '.csv', readGusto, '23.00', '0.00'],
    ['PAXml: a code of nobody', 'paxml', '.xml', readPaxml, '>ARB<', '>ARX<'],
    ['PAXml: another version', 'paxml', '.xml', readPaxml, '>2.0<', '>1.0<'],
    ['PAXml: an open element', 'paxml', '.xml', readPaxml, '</timmar>', ''],
    ['PAXml: an element twice', 'paxml', '.xml', readPaxml, '<timmar>', '<timmar>1.00</timmar><timmar>'],
    ['Zucchetti: a short employee', 'zucchetti', '.xml', readZucchetti, '"0000012"', '"12"'],
    ['Zucchetti: sixty minutes', 'zucchetti', '.xml', readZucchetti, '>20</NumMinuti>', '>60</NumMinuti>'],
    ['BMD: a wage type beyond 650', 'bmd', '.csv', readBmd, ';210;', ';651;'],
    ['BMD: a point', 'bmd', '.csv', readBmd, '20,67', '20.67'],
    ['Addison: hours among the days', 'addison', '.csv', readAddison, ';20,67;', '20,67;;'],
    ['Danløn: a decimal sign', 'danlon', '.txt', readDanlon, ';2067;', ';20,67;'],
    ['Danløn: no rate for hourly staff', 'danlon', '.txt', readDanlon, ';20000;', ';;'],
    ['ProLøn: a rate', 'proloen', '.txt', readProloen, '20,67;0', '20,67;136,00'],
    ['Nmbrs: a code that is none', 'nmbrs', '.csv', readNmbrs, ';U2100;', ';2100;'],
    ['BrightPay: an unknown column', 'brightpay', '.csv', readBrightpay, 'normal hours', 'usual hours'],
    ['LohnFix: a column left out', 'lohnfix', '.txt', readLohnfix, '\t\t20,67', '\t20,67'],
    ['LohnFix: a name without its umlaut', 'lohnfix', '.txt', readLohnfix, 'W\u00e4hrung', 'Waehrung'],
    ['Sage: a deduction', 'sage-payroll-ie', '.csv', readSagePayrollIe, '2,12,', 'D,12,'],
    ['Sage: a rate', 'sage-payroll-ie', '.csv', readSagePayrollIe, '20.67,', '20.67,12.50'],
    ['MYOB: an allowance among wages', 'myob-exo', '.csv', readMyobExo, ',A,', ',H,'],
  ] as const)('%s', (_name, template, ending, reader, good, bad) => {
    const text = golden(template, ending);
    const broken = text.replace(good, bad);
    expect(broken).not.toBe(text);
    expect(() => reader(Buffer.from(text, 'latin1'))).not.toThrow();
    expect(() => reader(Buffer.from(broken, 'latin1'))).toThrow('the target refuses');
  });
});
