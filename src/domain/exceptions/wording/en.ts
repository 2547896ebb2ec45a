import type { ExceptionWordings } from './exceptionWording.js';

export const en: ExceptionWordings = {
  OPEN_ENTRY: {
    title: 'Entry still open',
    message: 'Started {start} and is still open ({status}); its minutes are not in this export.',
    remedy: 'Complete or cancel the entry, then run again.',
    words: { status: { Working: 'working', OnBreak: 'on break' } },
  },
  MISSING_END: {
    title: 'End is missing',
    message: 'Completed without an end (started {start}); its minutes stay on the day of the start.',
    remedy: 'Enter the end of the entry, then run again.',
  },
  LONG_ENTRY: {
    title: 'Very long entry',
    message: 'Lasts {elapsed} hours, from {start} to {end}.',
    remedy: 'Check whether somebody forgot to clock out.',
  },
  SHORT_REST: {
    title: 'Short rest',
    message:
      'Begins {start}, only {hours} hours after the work that ended {earlierEnd}; 11 hours are the rule.',
    remedy: 'Check both entries; if they are right, tell the planner.',
  },
  OVERLAP: {
    title: 'Entries overlap',
    message:
      '{start} to {end} shares {hours} hours with the entry {earlier} ({earlierStart} to {earlierEnd}).',
    remedy: 'Correct or cancel one of the two, or the time is paid twice.',
  },
  ENTRY_NO_SHIFT: {
    title: 'Entry without shift',
    message: 'Worked {start} to {end} without a published shift.',
    remedy: 'Check that the work was wanted; publish the shift if it was only forgotten.',
  },
  SHIFT_NO_ENTRY: {
    title: 'Shift without entry',
    message: 'Planned {start} to {end} ({plannedMinutes} h), but nothing was recorded.',
    remedy: 'Find out whether the person was absent or forgot to clock in.',
  },
  UNREVIEWED: {
    title: 'Not reviewed',
    message: '{start} to {end} has not been reviewed.',
    remedy: 'Review the entry, or accept the exception with a reason.',
  },
  NO_EMPLOYEE: {
    title: 'No employee',
    message: '{start} to {end} ({workedMinutes} h) names neither an employee nor an agency worker.',
    remedy: 'Find out who worked, and enter the person; the minutes are not in this export.',
  },
  UNKNOWN_EMPLOYEE: {
    title: 'Unknown employee',
    message: 'The person is no longer on the list of employees: archived.[ Known name: {name}.]',
    remedy: 'Check that the person is still to be paid for this period.',
  },
  INACTIVE_EMPLOYEE: {
    title: 'Inactive employee',
    message: 'The employee is marked inactive in the service and has worked in the period.',
    remedy: 'Check that the person is still to be paid, or mark the employee active in the portal.',
  },
  WORKDATE_MISMATCH: {
    title: 'Work date differs',
    message: 'The service counts it for {workDate}, but {stamp} is {localDay} in {zone}.',
    remedy: 'Check the day of the entry and the zone of the establishment.',
  },
  OFFSET_MISMATCH: {
    title: 'Time offset differs',
    message:
      '{count} entries carry an offset that {zone} does not have at that time (first: {stamp}, entry {first}).',
    remedy:
      'The times stand as recorded. Check the zone of the establishment; the service may use older time zone data.',
  },
  NET_EXCEEDS_GROSS: {
    title: 'More worked than elapsed',
    message: '{workedMinutes} h worked between {start} and {end}, which are only {grossMinutes} h.',
    remedy: 'Correct the times or the break of the entry.',
  },
  PLANNED_MISMATCH: {
    title: 'Plan does not add up',
    message:
      'The shift {start} to {end} says {plannedMinutes} h planned; its time less {breakMinutes} h of break is {expectedMinutes} h.',
    remedy: 'Check the shift; planned minutes are shown as the service gives them.',
  },
  DST_SUSPECT: {
    title: 'Clock change miscounted',
    message:
      '{start} to {end} lasts {elapsedMinutes} h but counts {workedMinutes} h: the clock change of {changeMinutes} h seems to be ignored.',
    remedy: 'Check the minutes of this entry with the employee; report it to the operator of the service.',
  },
  ZONE_UNCLEAR: {
    title: 'Time zone unknown',
    message: 'Nothing says in which time zone {start} to {end} was worked, so its days cannot be told apart.',
    remedy: 'Name the zone of the establishment under "zones" in the configuration.',
  },
  CHANGED_WHILE_READING: {
    title: 'Changed while reading',
    message: 'The record {record} changed while it was read; the later version is used.',
    remedy: 'Run again when nobody edits the period.',
  },
  LIST_UNAVAILABLE: {
    title: 'List not readable',
    message: 'The list of {list} cannot be read: {lack}. Without it: {cost}.',
    remedy: 'Give the integration the permission, or go on without what the list adds.',
    words: {
      list: {
        establishments: 'establishments',
        'public-holidays': 'public holidays',
        employees: 'employees',
        'agency-workers': 'agency workers',
        teams: 'teams',
        tasks: 'tasks',
        shifts: 'shifts',
        'time-entries': 'time entries',
      },
      lack: {
        permission: 'the integration lacks the permission "{permission}" ({scope})',
        'permission-or-module':
          'the integration lacks the permission "{permission}" ({scope}), or the employer has no {module} module',
        'permission-gone': 'the permission "{permission}" of the integration is gone (403)',
        module: 'the employer has no {module} module any more (403)',
        'module-or-employer':
          'the employer has no {module} module any more, or employerId is that of another employer (403)',
      },
      cost: {
        establishments: 'no names of establishments, and time zones only from the configuration',
        'public-holidays': 'no public holidays',
        employees: 'employee ids instead of names',
        'agency-workers': 'agency worker ids instead of names',
        teams: 'no names of teams',
        tasks: 'no names of tasks',
        shifts: 'no planned minutes',
        'time-entries': 'no worked time at all',
      },
    },
  },
  NO_ENTRIES: {
    title: 'Nothing worked',
    message: 'No worked time was found in the period.',
    remedy: 'Check the period and the employer; if nobody worked, all is well.',
  },
  PERIOD_NOT_OVER: {
    title: 'The period is not over',
    message: 'The period lasts until {to}, and when it was read it was {today}.',
    remedy:
      'Run it again when the period is over; to pay before its end, say with --estimate-from DATE from which day on the planned shifts count, and export what changes as corrections.',
  },
  UNMAPPED_EMPLOYEE: {
    title: 'No payroll number',
    message: 'The employee has no number in the mapping file.',
    remedy:
      'Add the number to the mapping file. "paytally employees sync" adds people who are listed; for an archived person type the line with the id.',
  },
  UNMAPPED_CODE: {
    title: 'No external pay code',
    message: 'The pay code {payCode} has no external code.',
    remedy: 'Add it under "payCodes" in the configuration.',
  },
  DUPLICATE_NUMBER: {
    title: 'Payroll number twice',
    message: 'The number {number} stands for more than one employee: {others}.',
    remedy: 'Correct the mapping file.',
  },
  LOST_ZERO: {
    title: 'Number shorter than all others',
    message:
      'The number {number} has fewer digits than all others, which are like {other}: a zero in front may be lost.',
    remedy:
      'Look it up; if a zero is missing, correct the mapping file, and format the column as text before saving it in a spreadsheet.',
  },
  WORKED_ON_ABSENCE: {
    title: 'Worked on a day of leave',
    message: 'The file of absences has {payCode} on this day, and {workedMinutes} h were worked on it.',
    remedy: 'Correct the file of absences, or the entry in the portal.',
  },
  ABSENCE_HOURS: {
    title: 'Hours of an absence unknown',
    message:
      'The absence {payCode} is given in days, and nothing says how many minutes a day of this employee has.',
    remedy:
      'Fill in the column contractMinutesPerDay of the mapping file, or write minutes in the file of absences.',
  },
  HOLIDAY_HOURS: {
    title: 'Hours of a holiday unknown',
    message: 'For the holiday, pay code {payCode}, nothing says what this employee would have worked.',
    remedy:
      'Fill in contractMinutesPerDay, contractWeekdays and contractFrom of the mapping file, and contractTo of who has left; with "by: planned" give the integration the right to read planning.',
  },
  BALANCE_UNKNOWN: {
    title: 'Balance not fully known',
    message: 'What counted before the period is not fully known: {why}.',
    remedy:
      'Make the earlier days final first, or write an opening (0 for nothing) into the mapping file; what is known counts.',
    words: {
      why: {
        days: 'no final run has {from} to {to}',
        opening: 'the column {column} of the mapping file is empty',
        purged: 'records of earlier days were purged',
      },
    },
  },
  COUNTER_REACHED: {
    title: 'Counter of the year reached',
    message: '{name}: {hours} hours of {limit} in the year from {from}.',
    remedy: 'What was worked is paid. Plan no more of it for this employee this year.',
  },
  RULE_UNUSED: {
    title: 'Pay rule never applied',
    message: '{rule}[ ({payCode})] applied to no work of the period: {why}.',
    remedy:
      'Check the ids and values that the rule names. "paytally doctor" says where the service names teams and tasks.',
    words: {
      why: {
        'no-teams': 'it names teams ({names}), and neither the time entries nor their shifts name one',
        'no-tasks': 'it names tasks ({names}), and neither the time entries nor their shifts name one',
        'no-match': 'no work has what it names ({names})',
        'no-minutes':
          'there is work with what it names ({names}), but none of it meets the other conditions or an earlier rule takes it',
      },
    },
  },
  INVALID_RECORD: {
    title: 'Invalid record',
    message: 'A record of {list} breaks a rule of the service: {problems}.',
    remedy: 'Report the record to the operator of the service; it is not in this export.',
  },
  ESTABLISHMENT_GONE: {
    title: 'Establishment gone',
    message:
      'The establishment {record} of earlier runs is listed no more, so the service leaves out its entries.',
    remedy: 'Check whether it was deleted; if so, settle its hours by hand.',
  },
};
