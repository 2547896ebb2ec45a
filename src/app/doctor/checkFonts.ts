import type { Context } from '../../context.js';
import { fontPlaces } from '../../documents/pdf/fontFiles.js';
import { PdfFonts } from '../../documents/pdf/pdfFonts.js';
import { type ScriptName, scriptsIn } from '../../documents/pdf/scripts.js';
import { fontRemedy, namesOfScripts } from '../../documents/pdf/unprintedText.js';
import type { Employee } from '../../domain/records/records.js';
import { message } from '../../i18n/message.js';
import { type DoctorFinding, ok, warning } from './doctorFinding.js';

/** Says which scripts of the employees' names PDFs can print on this machine; nothing if all names are in built-in letters. */
export async function checkFonts(
  employees: readonly Pick<Employee, 'lastName' | 'firstName'>[],
  context: Context,
  employer: string,
): Promise<DoctorFinding[]> {
  const names = employees.map(({ lastName, firstName }) => `${lastName} ${firstName}`);
  const fonts = await PdfFonts.open(fontPlaces(context));
  const lacking = names.flatMap((name) => fonts.missing(name) ?? []);
  const missing = new Set<ScriptName>(lacking.flatMap(({ scripts }) => scripts));
  const printed = [...new Set(names.flatMap(scriptsIn))].filter((script) => !missing.has(script));
  return [
    ...(printed.length === 0
      ? []
      : [ok('templates', message('doctor.fonts.printed', { scripts: namesOfScripts(printed) }), employer)]),
    ...(lacking.length === 0 ? [] : [missingFinding(lacking.length, [...missing], employer)]),
  ];
}

function missingFinding(count: number, scripts: readonly ScriptName[], employer: string): DoctorFinding {
  const isKnown = scripts.length > 0 ? 'yes' : 'no';
  const text = message('doctor.fonts.missing', { count, isKnown, scripts: namesOfScripts(scripts) });
  return warning('templates', text, employer, fontRemedy(scripts));
}
