import { AS_TEXT, CONVERSIONS, type GivenInputs, SIGN_STYLES } from './conversions.js';
import { isFormat } from './formatNames.js';
import type { LanguageSettings, Scalar } from './languageValues.js';
import type { NumberFormat, SignStyle } from './numberFormats.js';

/** How the last format of a value writes a cell of a text file: as a number with exact units, or as text. */
export type CellForm =
  | { readonly kind: 'number'; readonly number: NumberFormat }
  | { readonly kind: 'text'; readonly write: (value: Exclude<Scalar, null>) => string };

/** The same conversions as within texts; a cell is always text. @returns undefined for an unknown name */
export function cellForm(
  name: string,
  inputs: GivenInputs,
  settings: LanguageSettings,
): CellForm | undefined {
  if (!isFormat(name)) return undefined;
  const { number, convert } = AS_TEXT[name] ?? CONVERSIONS[name];
  if (number !== undefined) return { kind: 'number', number: number(inputs, settings) };
  return { kind: 'text', write: (value) => String(convert(value, inputs, settings, 'text') ?? '') };
}

/** Where the sign stands, for a format such as `signed:"+","-"`; undefined for another format. */
export function signStyle(name: string, inputs: GivenInputs): SignStyle | undefined {
  return name in SIGN_STYLES ? SIGN_STYLES[name as keyof typeof SIGN_STYLES](inputs) : undefined;
}
