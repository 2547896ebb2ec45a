import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { formatText } from '../../i18n/formatMessage.js';
import type { Text } from '../../i18n/message.js';
import { firstLine, withoutSecrets } from '../../runtime/outsideText.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { ScheduleEvent } from './keepSchedules.js';

export type LogForm = 'text' | 'json';

/** A line of the log about an event: for people, or as a JSON object with a time, a level and a name. */
export function eventLine(event: ScheduleEvent, form: LogForm, nowMs: number): string {
  const time = new Date(nowMs).toISOString();
  const fields = fieldsOf(event);
  if (form === 'json') return JSON.stringify({ time, level: levelOf(event), event: event.kind, ...fields });
  const shown = Object.entries(fields).map(([name, value]) =>
    name === 'text' ? String(value) : `${name}=${shownValue(value)}`,
  );
  return [time, event.kind, ...shown].join(' ');
}

function levelOf(event: ScheduleEvent): 'info' | 'warning' | 'error' {
  if (event.kind === 'message') return event.level;
  if (event.kind === 'waiting') return 'warning';
  const isError = event.kind === 'failed' || event.kind === 'look-failed' || event.kind === 'not-monitored';
  return isError ? 'error' : 'info';
}

function fieldsOf(event: ScheduleEvent): Readonly<Record<string, unknown>> {
  switch (event.kind) {
    case 'message':
      return { text: withoutAddresses(event.text) };
    case 'started':
      return { schedules: event.schedules };
    case 'idle':
      return { next: event.next };
    case 'busy':
    case 'stopped':
      return {};
    case 'already-final': {
      const { employer, schedule, due, deliveries } = event;
      return { employer, schedule, due, ...(deliveries.length > 0 ? counted(deliveries) : {}) };
    }
    case 'due':
      return { employer: event.employer, schedule: event.schedule, due: event.due };
    case 'corrected': {
      const { employer, schedule, due, outcome, deliveries } = event;
      const runId = outcome?.made?.runId ?? null;
      return { employer, schedule, due, lines: outcome?.lines.length ?? 0, runId, ...counted(deliveries) };
    }
    case 'monitored': {
      const { employer, changes, found, requests } = event.outcome;
      const unprinted = changes.filter(({ printed }) => !printed).length;
      return { employer, requests, changes: changes.length, new: unprinted, items: found.findings.length };
    }
    case 'done': {
      const { employer, schedule, due, outcome } = event;
      const { runId, files, deliveries = [] } = outcome;
      return { employer, schedule, due, runId, files: files.length, ...counted(deliveries) };
    }
    case 'not-monitored':
    case 'look-failed': {
      const { employer, failure } = event;
      return { employer, code: failure.code, problem: withoutAddresses(firstLine(failure.message)) };
    }
    case 'waiting':
    case 'failed': {
      const { employer, schedule, due, failure } = event;
      // Only the first line: further lines may name people.
      const problem = withoutAddresses(firstLine(failure.message));
      const next = event.kind === 'waiting' ? { nextTryAt: event.nextTryAt.toISOString() } : {};
      return { employer, schedule, due, code: failure.code, problem, ...next };
    }
  }
}

function counted(deliveries: readonly DeliveryStatus[]): { deliveries: number; undelivered: number } {
  return {
    deliveries: deliveries.length,
    undelivered: deliveries.filter(({ state }) => state !== 'sent').length,
  };
}

/** More people read logs than mails; the address itself is in the outbox (`status --json`). */
function withoutAddresses(text: string): string {
  // A secret may look like an address.
  return withoutSecrets(text).replace(/[^\s"'<>,;:()[\]]+@(?=[^\s"'<>,;:()[\]]+)/g, '…@');
}

function shownValue(value: unknown): string {
  const text = String(value);
  return /\s/.test(text) ? JSON.stringify(text) : text;
}

/** A terminal that writes everything as log events, so that a JSON log contains nothing else. */
export function logTerminal(
  terminal: Terminal,
  { log, quiet }: { readonly log: LogForm; readonly quiet: boolean },
  nowMs: () => number,
): Terminal {
  const say = (level: 'info' | 'warning', text: Text) =>
    terminal.alert(eventLine({ kind: 'message', level, text: formatText(text, 'en') }, log, nowMs()));
  return {
    ...terminal,
    result: (text) => say('info', text),
    message: (text) => {
      if (!quiet) say('info', text);
    },
    alert: (text) => say('warning', text),
    progress: () => undefined,
  };
}
