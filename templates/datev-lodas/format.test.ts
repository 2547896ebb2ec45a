import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** Names that public examples invent. */
const WRONG = ['buchungswert#bwd', 'buchungsnummer#bwd', 'Ziel=LUG', 'Datumsangaben=', 'MandantNr='];

/** Reads the sections, uses the field order from [Satzbeschreibung], and the data after it. */
const readDatevLodas: Reader = (bytes) => {
  const all = records(bytes, 'windows-1252', '\r\n');
  for (const name of WRONG) must(!all.some((line) => line.includes(name)), `the unknown name ${name}`);
  const general = new Map(section(all, 'Allgemein').map((line) => line.split('=', 2) as [string, string]));
  must(general.get('Ziel') === 'LODAS', 'the target');
  must(
    /^\d{4,7}$/.test(general.get('BeraterNr') ?? '') && /^\d{1,5}$/.test(general.get('MandantenNr') ?? ''),
    'the client',
  );
  const description = section(all, 'Satzbeschreibung').map(fieldsOf);
  const lines = section(all, 'Bewegungsdaten').map((line) => {
    const fields = fieldsOf(line);
    const names = description.find(([kind]) => kind === fields[0])?.slice(1);
    must(names !== undefined, `the record kind ${fields[0]}`);
    must(fields.length === names.length, `a record of ${fields.length} fields`);
    const field = (name: string) => fields[names.indexOf(name)];
    must(
      /^01\.\d\d\.\d{4}$/.test(field('abrechnung_zeitraum#bwd') ?? ''),
      'a date that is not the first of a month',
    );
    const number = field('pnr#bwd');
    const company = field('pnr_betriebliche#bwd');
    must(
      general.get('BetrieblichePNrVerwenden') === 'Ja'
        ? company !== undefined
        : /^\d{1,5}$/.test(number ?? ''),
      'the personnel number',
    );
    const code = field('la_eigene#bwd') ?? '';
    must(/^\d{1,4}$/.test(code), `the wage type ${code}`);
    const isStandard = names[0] === 'u_lod_bwd_buchung_standard';
    if (isStandard) must(field('bs_nr#bwd') === '1', 'a booking that is not of hours');
    const value = field(isStandard ? 'bs_wert_butab#bwd' : 'stunden#bwd') ?? '';
    must(/,\d\d$/.test(value), `the two decimals of ${value}`);
    return { employee: number ?? company ?? '', code, units: decimalUnits(value, ',', 2) };
  });
  return { lines, unitsPerHour: 100 };
};

function section(lines: readonly string[], name: string): string[] {
  const start = lines.indexOf(`[${name}]`);
  must(start >= 0, `a file without [${name}]`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  return rest.slice(0, end < 0 ? rest.length : end).filter((line) => line !== '' && !line.startsWith('*'));
}

function fieldsOf(line: string): string[] {
  must(line.endsWith(';'), `a record without its last ;: ${line}`);
  return line.slice(0, -1).split(';');
}

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readDatevLodas, isSigned: true },
    { reader: readDatevLodas, variables: { variant: 'standard' } },
    { reader: readDatevLodas, variables: { variant: 'standard', costCenters: 'yes', companyNumbers: 'yes' } },
    { reader: readDatevLodas, variables: { companyNumbers: 'yes' } },
    {
      reader: readDatevLodas,
      variables: { variant: 'standard', costCenters: 'yes' },
      isSigned: true,
    },
  ],
  refused: [
    { what: 'an invented name', from: 'stunden#bwd', to: 'buchungswert#bwd' },
    { what: 'a lone LF', from: ';\r\n2;', to: ';\n2;' },
    { what: 'a record without its last delimiter', from: '20,67;', to: '20,67' },
    { what: 'a point', from: '20,67', to: '20.67' },
  ],
  sharedKeys: [
    { people: numbers('40', '00040'), column: 'employeeNumber' },
    { people: numbers('40', '00040'), variables: { variant: 'standard' }, column: 'employeeNumber' },
    { people: numbers('a40', 'A40'), variables: { companyNumbers: 'yes' }, column: 'employeeNumber' },
  ],
  distinctKeys: [numbers('40', '41')],
  sharedCodes: ['500', '0500'],
  offices: [{ variables: { consultant: '278041', client: '25016' } }],
});
