import { englishText, remedyOf } from './i18n/formatMessage.js';
import { type AnyMessage, message } from './i18n/message.js';

/** The exit statuses of the program (docs/reference/errors.md lists them). */
export const ExitStatus = {
  done: 0,
  bug: 1,
  usage: 2,
  credentials: 3,
  service: 4,
  data: 5,
  output: 6,
  mail: 7,
  interrupted: 130,
} as const;
export type ExitStatus = (typeof ExitStatus)[keyof typeof ExitStatus];

const { usage, credentials, service, data, output, mail, interrupted, bug } = ExitStatus;

/** Every failure that paytally can report: code -> exit status. The catalogue `remedy` has the default remedies. */
export const ERRORS = {
  USAGE: usage,
  PERIOD_INVALID: usage,
  CONFIG_NOT_FOUND: usage,
  CONFIG_INVALID: usage,
  CONFIG_UNKNOWN_KEY: usage,
  SECRET_MISSING: usage,
  SECRET_INVALID: usage,
  EMPLOYER_UNKNOWN: usage,
  RUN_UNKNOWN: usage,
  EMPLOYEE_UNKNOWN: usage,
  EMPLOYEE_AMBIGUOUS: usage,
  TEMPLATE_NOT_FOUND: usage,
  TEMPLATE_INVALID: usage,
  ABSENCES_INVALID: usage,
  HOLIDAYS_INVALID: usage,
  MAPPING_INVALID: usage,
  BACKUP_INVALID: usage,
  REGISTER_INVALID: usage,
  REGISTER_PERIOD: usage,
  BASE_URL_INSECURE: usage,
  FIELD_PIN_INVALID: usage,
  CLOCK_WRONG: usage,
  DELIVERY_UNKNOWN: usage,
  ZONE_UNKNOWN: usage,
  SANDBOX_DATA_INVALID: usage,
  SOURCE_INVALID: usage,

  AUTH_REJECTED: credentials,
  API_ACCESS_INACTIVE: credentials,
  SCOPE_MISSING: credentials,
  EMPLOYER_MISMATCH: credentials,
  TOKEN_REFUSED: credentials,
  PERMISSION_DENIED: credentials,

  SERVICE_UNAVAILABLE: service,
  SERVICE_UNREACHABLE: service,
  SERVICE_PROTOCOL: service,
  REQUEST_REJECTED: service,

  FIELD_NOT_FOUND: data,
  FIELD_AMBIGUOUS: data,
  FIELD_VANISHED: data,
  ALREADY_FINAL: data,
  NOTHING_FINAL: data,
  CORRECTIONS_BY_HAND: data,
  VERIFY_FAILED: data,
  REGISTER_DIFFERS: data,
  STORE_OLDER: data,
  EMPLOYER_RENAMED: data,
  STORE_MOVED: data,
  RETENTION_LASTS: data,
  RUN_PURGED: data,
  CHANGED_SINCE_READ: data,
  EXPORT_BLOCKED: data,
  ZONE_BEYOND_TABLE: data,
  RECIPIENT_INVALID: data,
  RENDER_REFUSED: data,

  OUTPUT_NOT_WRITTEN: output,
  OUTPUT_EXISTS: output,
  OUT_OF_MEMORY: output,
  STORE_UNUSABLE: output,
  STORE_NEWER: output,
  STORE_BUSY: output,
  STORE_TAKEN_OVER: output,

  DELIVERY_FAILED: mail,

  INTERRUPTED: interrupted,
  CONTROL_MISMATCH: bug,
} as const satisfies Record<string, ExitStatus>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  /** The record, file, line or field it is about. */
  readonly record?: string;
  /** What to do if neither `<id>.remedy` nor the code's general remedy fits. */
  readonly remedy?: AnyMessage | undefined;
  readonly cause?: unknown;
}

/**
 * A failure that a user can resolve. Any other error is a bug. The remedy is the text `<id>.remedy` of its message if
 * the catalogues have one, otherwise that of its code (`remedy.CODE`).
 */
export class PaytallyError extends Error {
  readonly code: ErrorCode;
  /** What happened, in any language; `message` is the same in English. */
  readonly text: AnyMessage;
  readonly remedyText: AnyMessage;
  readonly record: string | undefined;

  constructor(code: ErrorCode, text: AnyMessage, detail: ErrorDetail = {}) {
    super(englishText(text), detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'PaytallyError';
    this.code = code;
    this.text = text;
    this.remedyText = detail.remedy ?? remedyOf(text) ?? message(`remedy.${code}`);
    this.record = detail.record;
  }

  /** What to do, in English. */
  get remedy(): string {
    return englishText(this.remedyText);
  }

  get exitStatus(): ExitStatus {
    return ERRORS[this.code];
  }
}
