import { AGGREGATES } from './aggregates.js';
import { AS_TEXT, CONVERSIONS, type Conversion, type GivenInputs, inputExample } from './conversions.js';
import { FORMAT_NAMES, isFormat } from './formatNames.js';
import { type Expression, type FormatCall, type Inputs, partsOf } from './grammar.js';
import type { LanguageSettings } from './languageValues.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';
import { suggest } from './templateFields.js';
import type { Args, Typed } from './typed.js';

function findConversion({ name, inputs }: FormatCall, settings: LanguageSettings): Conversion {
  if (isFormat(name)) return (inputs.length > 0 ? AS_TEXT[name] : undefined) ?? CONVERSIONS[name];
  const elsewhere = settings.formatElsewhere?.(name);
  if (elsewhere) throw elsewhere;
  const names = [...FORMAT_NAMES, ...(settings.namesElsewhere ?? []), ...Object.keys(AGGREGATES)];
  throw new TemplateError(message('format.unknown', { name }), suggest(name, names, 'format'));
}

/** Whether the formats of an expression exist, before its fields are known. @throws TemplateError */
export function checkFormatNames(expression: Expression, settings: LanguageSettings): void {
  for (const part of partsOf(expression)) {
    if (part.kind !== 'format') continue;
    const { checkInputs } = findConversion(part.call, settings);
    const isOfType = part.call.name === 'date';
    const inputs = part.call.inputs.map((input) => (typeof input === 'object' ? undefined : input));
    if (inputs.length > 0) checkInputs?.(inputs, isOfType ? 'timestamp' : 'text');
  }
}

/** Formats of minutes: hours would be converted again. */
const OF_MINUTES: readonly string[] = [
  ...['hours', 'minutes', 'duration', 'tenths', 'hundredths', 'thousandths'],
  ...['hhmm', 'clock', 'clock-hours', 'clock-minutes'],
];

/**
 * Applies a format to a value.
 * @param fieldOf a field that is an input, such as `default:employee.rate`
 * @throws TemplateError if it does not match the type
 */
export function convertedBy<At extends Args, Context>(
  call: FormatCall,
  before: Typed<At, Context>,
  settings: LanguageSettings,
  fieldOf: (path: string) => Typed<At, Context>,
): Typed<At, Context> {
  const { takes, gives, inputs, checkInputs, convert, ofNull } = findConversion(call, settings);
  const { type, field, hasWords } = before;
  const { name } = call;
  if (before.isHours && OF_MINUTES.includes(name))
    throw new TemplateError(message('format.hoursTwice', { name }));
  if (hasWords && !TAKES_WORDS.includes(name)) throw new TemplateError(message('format.words', { name }));
  if (before.hasMovedSign && OF_SIGNS.includes(name))
    throw new TemplateError(message('format.signMoved', { name }));
  if (takes && !takes.includes(type) && before.writtenBy !== undefined)
    throw new TemplateError(message('format.afterText', { name, earlier: before.writtenBy }));
  if (takes && !takes.includes(type)) {
    const unfit = { name, type, types: takes.join(', ') };
    throw new TemplateError(
      field === undefined
        ? message('format.unfitValue', unfit)
        : message('format.unfit', { ...unfit, field }),
    );
  }
  const [min, max] = inputs;
  if (call.inputs.length < min || call.inputs.length > max) {
    throw new TemplateError(
      min === max
        ? message('format.inputs', { name, count: min })
        : message('format.inputRange', { name, min, max }),
      inputExample(name),
    );
  }
  checkInputs?.(
    call.inputs.map((input) => (typeof input === 'object' ? undefined : input)),
    type,
  );
  const given = givenInputs(call.inputs, fieldOf);
  return {
    type: gives === 'same' ? type : gives,
    field,
    canBeNegative: Boolean(before.canBeNegative),
    hasWords: name === 'default' && type !== 'text' && (hasWords || given.isText),
    writtenBy: gives === 'text' ? name : undefined,
    hasMovedSign: MOVES_SIGNS.includes(name) || Boolean(before.hasMovedSign),
    isHours:
      (name === 'hours' && call.inputs.length === 0) || (name === 'default' && Boolean(before.isHours)),
    valueAt: (context) => {
      const valueHere = before.valueAt(context);
      const inputsHere = given.valueAt(context);
      return (...at) => {
        const value = valueHere(...at);
        if (value === null || (value === '' && name === 'default'))
          return ofNull ? ofNull(inputsHere(...at)) : null;
        return convert(value, inputsHere(...at), settings, type);
      };
    },
  };
}

/** The inputs of a format; those that are fields have a value for each place. */
function givenInputs<At extends Args, Context>(
  inputs: Inputs,
  fieldOf: (path: string) => Typed<At, Context>,
): { readonly isText: boolean; readonly valueAt: (context: Context) => (...at: At) => GivenInputs } {
  const fixed = inputs.filter((input) => typeof input !== 'object');
  if (fixed.length === inputs.length)
    return { isText: typeof fixed[0] === 'string', valueAt: () => () => fixed };
  const typed = inputs.map((input) => (typeof input === 'object' ? fieldOf(input.path) : input));
  return {
    isText: typed.some(
      (input) => typeof input === 'string' || (typeof input === 'object' && input.type === 'text'),
    ),
    valueAt: (context) => {
      const here = typed.map((input) => (typeof input === 'object' ? input.valueAt(context) : () => input));
      return (...at) =>
        here
          .map((of) => of(...at) ?? '')
          .map((value) => (typeof value === 'boolean' ? String(value) : value));
    },
  };
}

/** They look for the sign at the start of the digits. */
const OF_SIGNS: readonly string[] = ['signed', 'sign-after', 'unsigned', 'sign', 'overpunch'];
/** After these, the sign may be within the text, or gone. */
const MOVES_SIGNS: readonly string[] = [
  ...['pad-start', 'right', 'left', 'shorten', 'replace'],
  ...['signed', 'sign-after', 'unsigned', 'overpunch'],
];

/** Text instead of a number or date cannot become hours. */
const TAKES_WORDS = ['text', 'upper', 'lower', 'default'];
