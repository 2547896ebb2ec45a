import { basename } from 'node:path';
import type { Context as Call, Hono } from 'hono';
import { z } from 'zod';
import { withRunHost } from '../actions/actionSession.js';
import { correctPeriod } from '../actions/correctPeriod.js';
import { distinctNames } from '../actions/distinctNames.js';
import { requestBuilder } from '../actions/runRequests.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import type { CorrectionsOutcome } from '../export/correctionReport.js';
import { sayIn, signedAmount } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { choicesOf, runOrder, startJob, wordsOf } from './actionRoutes.js';
import { deliveryAnswer } from './boardRoutes.js';
import type { CorrectionAnswer } from './page/shapes.js';
import { refuseReadOnly, type UiServices } from './services.js';

const correctionOrder = runOrder.extend({
  final: z.boolean().default(false),
  settle: z.record(z.string(), z.string()).default({}),
});

/** Late changes of a period, listed or made into corrections. */
export function correctionRoutes(app: Hono, services: UiServices): void {
  app.post('/api/corrections', async (call) => startCorrections(call, services));
}

async function startCorrections(call: Call, services: UiServices): Promise<Response> {
  const order = correctionOrder.parse(await call.req.json());
  if (order.final) refuseReadOnly(services);
  const choices = { ...choicesOf(order, order.final), deliver: order.final && order.deliver };
  const settlements = Object.entries(order.settle);
  const words = [
    ...wordsOf('corrections', { ...choices, supersede: undefined }),
    ...settlements.flatMap(([line, reason]) => ['--settle', `${line}=${reason}`]),
    ...['--employer', order.employer],
  ];
  const kind = order.final ? 'correct' : 'late';
  return startJob(call, services, kind, order, words, async (context, session, language) => {
    const request = {
      ...requestBuilder(choices, context, session, services.isReadOnly ? 'plan' : 'write')(order.employer),
      ...{ settle: new Map(settlements), sheet: undefined, since: undefined },
    };
    const writesTo = order.final ? session.storeFolder : undefined;
    const result = await withRunHost(context, session, { verbose: false, writesTo }, (host) =>
      correctPeriod(host, request, order.employer),
    );
    if ('failure' in result) throw result.failure;
    const { made, lines, older, byHand } = result.outcome;
    return {
      lines: [...new Map([...lines, ...older, ...byHand].map((line) => [line.line, line])).values()].map(
        correctionAnswer(result.outcome, language),
      ),
      byHand: handAnswers(result.outcome, language),
      made:
        made === undefined
          ? null
          : { runId: made.runId, files: made.files.map(({ path }) => basename(path)) },
      deliveries: (result.deliveries ?? []).map((each) => deliveryAnswer(each, language)),
    };
  });
}

/** A line as people read it: who, which day, from what to what, why. */
function correctionAnswer({ lines, older, byHand, config, nameOf }: CorrectionsOutcome, language: Language) {
  const say = sayIn(language);
  const all = [...lines, ...older, ...byHand];
  const who = distinctNames(all.map(({ employeeId: id }) => ({ id, name: nameOf(id) })));
  const notation = { ...config, language };
  return (line: CorrectionsOutcome['lines'][number]): CorrectionAnswer => ({
    ...{ line: line.line, template: line.template, date: line.date, originalRun: line.originalRun },
    isGone: line.causes.includes('establishment-gone'),
    who: who(line.employeeId),
    payCode: payCodeLabel(line.payCode, config.payCodes, language),
    before: signedAmount(line.before, line.unit, notation).replace(/^\+/, ''),
    after: signedAmount(line.after, line.unit, notation).replace(/^\+/, ''),
    difference: signedAmount(line.difference, line.unit, notation),
    cause: line.causes.map((cause) => say(`terminal.cause.${cause}`)).join(', '),
  });
}

/** What is typed into payroll systems that take no corrections from a file. */
function handAnswers({ sheet, nameOf }: CorrectionsOutcome, language: Language) {
  const say = sayIn(language);
  return sheet.map((entry) => ({
    template: entry.template,
    number: entry.employeeNumber,
    who: nameOf(entry.employeeId),
    code: entry.code,
    period: entry.forPeriod,
    type: `${entry.type > 0 ? '+' : ''}${entry.type.toFixed(entry.decimals)} ${say(`terminal.unit.${entry.unit}`)}`,
  }));
}
