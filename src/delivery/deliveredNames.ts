import type { Config } from '../config/config.js';
import { expressionProblem } from '../documents/languageWords.js';
import { correctionName, parseCorrectionName } from '../domain/corrections/correctionName.js';
import type { Period } from '../domain/period/period.js';
import { toLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { type Message, message } from '../i18n/message.js';
import type { DeliveryFile } from '../store/outbox.js';
import type { NamedDelivery } from './deliveries.js';
import { renderMailTemplate } from './mail/mailText.js';
import { safeName } from './outgoingFile.js';

/** The parts of names. */
export interface FileNameFacts {
  readonly config: Pick<Config, 'employerKey'>;
  readonly period: Period;
}

/**
 * Files with their names in a folder or on a server: those of the run, or by the pattern of the delivery. A correction
 * never has the name of its final or of another correction, because it would replace a file that is not fetched yet.
 * @throws PaytallyError CONFIG_INVALID for a pattern that cannot be read, or that gives two files the same name
 */
export function nameDeliveredFiles(
  { name: delivery, settings }: NamedDelivery,
  files: readonly DeliveryFile[],
  facts: FileNameFacts,
): DeliveryFile[] {
  if (!('fileName' in settings) || settings.fileName === undefined) return [...files];
  const pattern = settings.fileName;
  const place = `deliveries.${delivery}.fileName`;
  const taken = new Map<string, string>();
  return files.map((file) => {
    const name = applyPattern(pattern, place, file, facts);
    const other = taken.get(name.toLowerCase());
    taken.set(name.toLowerCase(), file.name);
    if (other !== undefined)
      throw patternError(
        place,
        message('delivery.fileName.shared', { place, name, first: other, second: file.name }),
      );
    return { ...file, name };
  });
}

/** Reads the pattern before anything is written. @throws PaytallyError CONFIG_INVALID */
export function validateFileNamePattern(delivery: NamedDelivery, facts: FileNameFacts): void {
  nameDeliveredFiles(delivery, [{ name: 'name.csv', template: 'template', sha256: '', path: '' }], facts);
}

function applyPattern(
  pattern: string,
  place: string,
  { name, template }: DeliveryFile,
  facts: FileNameFacts,
): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ''];
  const render = ({ label: period, from, to }: Period) => {
    const key = facts.config.employerKey;
    return renderPattern(pattern, place, { key, period, from, to, template, name: stem, extension });
  };
  const written = render(facts.period);
  if (written !== safeName(written))
    throw patternError(place, message('delivery.fileName.invalid', { place, name: written }));
  const whole = ENDING.test(written) || extension === '' ? written : `${written}.${extension}`;
  const number = parseCorrectionName(name)?.number;
  if (number === undefined || whole.includes(stem)) return whole;
  const hasPeriod = render(OTHER_PERIOD) !== written;
  return numberedName(whole, number, hasPeriod ? '' : `_${facts.period.label}`);
}

const ENDING = /\.[A-Za-z0-9]+$/;
/** Any other than that of a run. */
const OTHER_PERIOD: Period = {
  from: toLocalDate('1900-01-01'),
  to: toLocalDate('1900-01-02'),
  label: '1900-01-01..1900-01-02',
};

function numberedName(name: string, number: number, period: string): string {
  const [extension = ''] = ENDING.exec(name) ?? [];
  const stem = `${name.slice(0, name.length - extension.length)}${period}`;
  return correctionName({ stem, number, extension });
}

function renderPattern(pattern: string, place: string, facts: Readonly<Record<string, string>>): string {
  try {
    return renderMailTemplate(pattern, facts).trim();
  } catch (cause) {
    throw patternError(
      place,
      message('delivery.fileName.unreadable', { place, reason: expressionProblem(cause) }),
      cause,
    );
  }
}

function patternError(place: string, text: Message, cause?: unknown): PaytallyError {
  return new PaytallyError('CONFIG_INVALID', text, {
    record: place,
    ...(cause === undefined ? {} : { cause }),
  });
}
