/** The exit statuses of the program (see README, "Exit status"). */
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

interface CatalogueEntry {
  readonly exit: ExitStatus;
  /** What to do next when the place that failed knows nothing better. */
  readonly remedy: string;
}

const { usage, credentials, service, data, output, mail, interrupted, bug } = ExitStatus;

/** Every failure that paytally can report: code -> exit status and general remedy. */
export const ERRORS = {
  USAGE: { exit: usage, remedy: 'Run the command with --help to see what it takes.' },
  PERIOD_INVALID: {
    exit: usage,
    remedy: 'Write a period such as 2026-10, 2026-Q4, 2026-W44, 2026-10-01..2026-10-31 or last-month.',
  },
  CONFIG_NOT_FOUND: { exit: usage, remedy: 'Create paytally.yaml here, or name one with --config FILE.' },
  CONFIG_INVALID: { exit: usage, remedy: 'Correct the configuration file at the place named.' },
  CONFIG_UNKNOWN_KEY: { exit: usage, remedy: 'Correct the name of the key, or remove it.' },
  SECRET_MISSING: {
    exit: usage,
    remedy: 'Set the environment variable or create the file that holds the secret.',
  },
  SECRET_INVALID: {
    exit: usage,
    remedy: 'Put the secret, and nothing else, into the only line of its file or into the variable.',
  },
  EMPLOYER_UNKNOWN: { exit: usage, remedy: 'Use one of the employer keys of the configuration.' },
  RUN_UNKNOWN: { exit: usage, remedy: 'Use the id of a run of "paytally history".' },
  EMPLOYEE_UNKNOWN: {
    exit: usage,
    remedy: 'Give an employee id, a payroll number, or (part of) a name; "paytally employees" lists all.',
  },
  EMPLOYEE_AMBIGUOUS: { exit: usage, remedy: 'Give the id or the payroll number of one of them.' },
  TEMPLATE_NOT_FOUND: {
    exit: usage,
    remedy: 'Run "paytally templates list" to see the templates there are.',
  },
  TEMPLATE_INVALID: {
    exit: usage,
    remedy: 'Correct the template at the place named, then run "paytally templates check".',
  },
  ABSENCES_INVALID: { exit: usage, remedy: 'Correct the file of absences at the lines named.' },
  MAPPING_INVALID: { exit: usage, remedy: 'Correct the employee mapping file at the lines named.' },
  BASE_URL_INSECURE: {
    exit: usage,
    remedy: 'Use an https:// address; http:// is for loopback addresses only.',
  },
  FIELD_PIN_INVALID: {
    exit: usage,
    remedy: 'Correct or remove the pin under "fields" in the configuration.',
  },
  CLOCK_WRONG: {
    exit: usage,
    remedy: "Set this machine's clock, and let it follow a time server: tokens live only 300 seconds.",
  },
  DELIVERY_UNKNOWN: { exit: usage, remedy: 'Add it under "deliveries" in the configuration.' },
  ZONE_UNKNOWN: { exit: usage, remedy: 'Use an IANA time zone name such as Europe/Brussels.' },
  SANDBOX_DATA_INVALID: { exit: usage, remedy: 'Correct the data folder at the place named.' },

  AUTH_REJECTED: {
    exit: credentials,
    remedy:
      'Check client id and secret in the employer portal: the secret may have been renewed, or the integration revoked.',
  },
  API_ACCESS_INACTIVE: {
    exit: credentials,
    remedy: 'Ask an employer administrator to activate API access in the employer portal.',
  },
  SCOPE_MISSING: {
    exit: credentials,
    remedy:
      'Create a new integration with the needed permission in the portal (permissions are fixed at creation), and revoke the old one.',
  },
  EMPLOYER_MISMATCH: {
    exit: credentials,
    remedy: 'Compare employerId with the identifier shown in the portal next to the integration settings.',
  },
  TOKEN_REFUSED: {
    exit: credentials,
    remedy: 'Check in the portal that the integration is active and API access is on.',
  },
  PERMISSION_DENIED: {
    exit: credentials,
    remedy: 'Check the employer id, the scopes of the integration and the modules of the employer.',
  },

  SERVICE_UNAVAILABLE: { exit: service, remedy: 'Try again later; nothing was written.' },
  SERVICE_UNREACHABLE: {
    exit: service,
    remedy: 'Check baseUrl, the network, the proxy and the certificate, then try again.',
  },
  SERVICE_PROTOCOL: {
    exit: service,
    remedy: 'Check that baseUrl points at the Workforce API; if it does, report this answer to its operator.',
  },
  REQUEST_REJECTED: {
    exit: service,
    remedy: 'The service refused a request as invalid; report this with the message above.',
  },

  FIELD_NOT_FOUND: { exit: data, remedy: 'Name the field under "fields" in the configuration.' },
  FIELD_AMBIGUOUS: {
    exit: data,
    remedy: 'Name the right one of the fields under "fields" in the configuration.',
  },
  FIELD_VANISHED: {
    exit: data,
    remedy: 'Ask the operator what replaced the field, then pin the new one under "fields".',
  },
  ALREADY_FINAL: {
    exit: data,
    remedy: 'Export what changed since with "paytally corrections PERIOD".',
  },
  NOTHING_FINAL: {
    exit: data,
    remedy: 'Make the period final first: "paytally export PERIOD --final".',
  },
  CORRECTIONS_BY_HAND: {
    exit: data,
    remedy: 'Enter the lines in the payroll system by hand, then record them with --settle LINE=REASON.',
  },
  VERIFY_FAILED: {
    exit: data,
    remedy: 'Restore the files or the store named from a backup, and find out who changed them.',
  },
  STORE_OLDER: {
    exit: data,
    remedy:
      'Bring back the newest store, or name it with "store" in the configuration. Where it is lost for good, a final goes on with --accept STORE_OLDER=REASON, and names what was lost.',
  },
  RETENTION_LASTS: {
    exit: data,
    remedy: 'Choose an earlier day, or say with --reason why the records go before their time; it stays.',
  },
  RUN_PURGED: {
    exit: data,
    remedy: 'What was purged cannot be computed again; totals and digests are in "paytally history RUN".',
  },
  EXPORT_BLOCKED: {
    exit: data,
    remedy: 'Correct the records named, or accept the exception with --accept CODE=REASON.',
  },
  ZONE_BEYOND_TABLE: {
    exit: data,
    remedy: 'Correct the date of the record; the clock changes of that year are not known yet.',
  },
  RECIPIENT_INVALID: {
    exit: data,
    remedy: 'Write a mail address for each of them; several in one cell are separated by ";".',
  },
  RENDER_REFUSED: {
    exit: data,
    remedy: 'Correct the values or the template at the places named; nothing was written.',
  },

  OUTPUT_NOT_WRITTEN: {
    exit: output,
    remedy: 'Check that the folder exists, is writable and has free space.',
  },
  OUTPUT_EXISTS: {
    exit: output,
    remedy: 'Move the file away, or write into another folder with --out.',
  },
  OUT_OF_MEMORY: {
    exit: output,
    remedy:
      'Nothing was written. Allow Node.js more, such as 2 GiB with NODE_OPTIONS=--max-old-space-size=2048, run fewer employers at once (--jobs 1), or name fewer templates in one run.',
  },
  STORE_UNUSABLE: {
    exit: output,
    remedy: 'Check the folder of the store: it must be local, writable and have free space.',
  },
  STORE_NEWER: { exit: output, remedy: 'Update paytally: a newer version has written this store.' },
  STORE_BUSY: {
    exit: output,
    remedy: 'Another paytally is writing to the same store; wait until it has ended and try again.',
  },

  DELIVERY_FAILED: {
    exit: mail,
    remedy:
      'Do what stands beside each delivery; then "paytally send RUN" tries again what failed, and "--again NAME" sends what may have arrived.',
  },

  INTERRUPTED: {
    exit: interrupted,
    remedy: 'Nothing was written. Run the command again when you are ready.',
  },
  CONTROL_MISMATCH: {
    exit: bug,
    remedy: 'Nothing was written. Please report this: the control totals contradict each other.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  /** The record, file, line or field it is about. */
  readonly record?: string;
  /** Overrides the catalogue's general remedy. */
  readonly remedy?: string;
  readonly cause?: unknown;
}

/** A failure that a user can do something about. Anything else that is thrown is a bug. */
export class PaytallyError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly record: string | undefined;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'PaytallyError';
    this.code = code;
    this.remedy = detail.remedy ?? ERRORS[code].remedy;
    this.record = detail.record;
  }

  get exitStatus(): ExitStatus {
    return ERRORS[this.code].exit;
  }
}
