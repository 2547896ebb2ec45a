import { ERRORS, ExitStatus } from '../../errors.js';

/** Texts of `paytally help TOPIC`. */
export const TOPICS = {
  periods: () => `Periods

  2026-10                    a month
  2026-Q4, 2026, 2026-W44    a quarter, a year, an ISO week
  2026-10-01..2026-10-31     these days, both included
  last-month, this-month, last-week
                             seen from today in the employer's zone
  NAME                       the last period of a pay calendar of the configuration that ended before today
  NAME@2026-10-14            the period of that calendar which holds the date

Pay calendars are configured by name:

  calendars:
    four-weekly: { anchor: 2026-01-05, days: 28 }
    twenty-sixth: { fromDay: 26 }        # 26th to 25th

The dates are always printed.`,

  'exit-status': () => `Exit status

${Object.values(ExitStatus).map(statusLine).join('\n')}

With several employers the status is that of the first failure in the order of the configuration.`,

  json: () => `--json

stdout then carries one object; messages stay on stderr.

export, check   { "runs": [{ "runId", "employer", "period": { "from", "to" }, "state": "draft"|"final",
                  "files": [{ "path", "template", "rows", "bytes", "sha256" }],
                  "control": { "fetchedEntries", "fetchedMinutes", "exportedEntries", "exportedMinutes",
                    "excluded": [{ "reason", "entries", "minutes" }] },
                  "exceptions": { "CODE": n }, "requests", "tzdata",
                  "changes": { "earlierPeriod"?, "samePeriod"? } }] }, each { "runId", "period", "came"?, "went"?,
                  "zero-hours"?, "hours"?, "code"? }: left out where there is nothing to compare with
                with --estimate-from "estimateFrom", and "estimatedMinutes" in control
                check adds "findings" to each run
a failure       { "error": { "code", "message", "remedy", "record"? }, "runs": [] }
a failed run    { "employer", "period", "state": "failed", "error" } among the runs; where a single employer was
                chosen, the same error stands at the top too

Fetched = exported + excluded, in entries and in minutes, always. The reasons are a closed list: cancelled, open,
agency (no employee), outside-period, filtered, invalid, estimated.

What the other commands print is in their --help.`,

  environment: () => `Environment

  \${NAME} in a value of the configuration reads a variable; one that is not set is an error.
  clientSecret: { env: NAME }          reads the secret from it
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY    the way to the service through an office's proxy
  NO_COLOR                             set to anything: no colours, and no escape sequences at all
  PAYTALLY_REQUESTS                    a folder where runs with different stores count their requests together
  TERM=dumb                            no progress line`,

  templates: () => `Templates

  paytally templates                           the built-in ones, for people and for payroll systems
  paytally templates show NAME                 columns, variables, a few rows; of a workbook what it is filled with
  paytally templates new NAME --from OTHER     a copy to change
  paytally templates check PATH                whether it is valid, and still gives the golden files beside it

A name is a built-in template. A path (with a slash, or ending in .yaml or .xlsx) is one of your own: a folder with
a template.yaml, that file, or a workbook that you drew. Variables stand in the configuration:

  variables: { datev-lodas: { consultant: "278041", client: "25016" } }
  fileNames: { monthly-hours: "hours {{ run.employerName }} {{ run.periodLabel }}" }`,
} as const satisfies Readonly<Record<string, () => string>>;

export type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

const MEANINGS: Readonly<Record<ExitStatus, string>> = {
  0: 'done',
  1: 'a bug in paytally: the only case that prints a stack',
  2: 'usage or configuration',
  3: 'credentials or permission',
  4: 'the service could not answer',
  5: 'the data blocks the export; nothing was written',
  6: 'an output could not be written',
  7: 'mail, or another delivery that failed',
  130: 'interrupted',
};

/** A status, what it means, and the codes that end with it. */
function statusLine(status: ExitStatus): string {
  const codes = Object.entries(ERRORS).flatMap(([code, { exit }]) => (exit === status ? code : []));
  const names = codes.length === 0 ? '' : `: ${codes.join(', ')}`;
  return `  ${String(status).padEnd(5)}${MEANINGS[status]}${names}`;
}
