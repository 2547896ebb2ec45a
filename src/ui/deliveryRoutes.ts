import type { Hono } from 'hono';
import { z } from 'zod';
import { withRunHost } from '../actions/actionSession.js';
import { tryDelivery } from '../actions/setup/tryDelivery.js';
import { type Config, configOf } from '../config/config.js';
import type { DeliverySettings } from '../config/schema/deliverySchema.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { DeliveriesAnswer, DeliveryLine, SchedulesAnswer } from './page/setupShapes.js';
import { languageOfCall, openUiSession, refuseReadOnly, type UiServices } from './services.js';
import { timesOf } from './setupChanges.js';

/** Where files go, and when runs start. No password is ever in an answer. */
export function deliveryRoutes(app: Hono, services: UiServices): void {
  const { context } = services;
  app.get('/api/setup/:employer/deliveries', async (call) => {
    const { loaded } = await openUiSession(services, context);
    return call.json(deliveriesAnswer(configOf(loaded, call.req.param('employer'))));
  });
  app.get('/api/setup/:employer/schedule', async (call) => {
    const employer = call.req.param('employer');
    const { loaded } = await openUiSession(services, context);
    const config = configOf(loaded, employer);
    const times = await timesOf(context, services, loaded, employer);
    const schedules = Object.entries(config.schedule).map(([name, settings]) => ({
      name,
      ...{ cron: settings.cron ?? null, workday: settings.workday ?? null, at: settings.at ?? null },
      ...{ period: settings.period, isFinal: settings.final, deliver: settings.deliver },
      times: times.filter((time) => time.name === name),
    }));
    const answer: SchedulesAnswer = { schedules, deliveries: Object.keys(config.deliveries) };
    return call.json(answer);
  });
  app.post('/api/setup/:employer/trial', async (call) => {
    refuseReadOnly(services);
    const order = z
      .object({ name: z.string(), address: z.string().trim().max(300) })
      .parse(await call.req.json());
    const session = await openUiSession(services, context);
    const text = await withRunHost(context, session, { verbose: false }, (host) =>
      tryDelivery(host, session.loaded, call.req.param('employer'), order),
    );
    return call.json({ text: formatMessage(text, languageOfCall(call, services)) });
  });
}

function deliveriesAnswer({ mail, deliveries, templates }: Config): DeliveriesAnswer {
  const server = mail && {
    ...{ from: mail.from, owner: mail.owner, host: mail.smtp.host, port: mail.smtp.port ?? null },
    ...{ tls: mail.smtp.tls, user: mail.smtp.user ?? '' },
  };
  const lines = Object.entries(deliveries).map(([name, settings]) => deliveryLine(name, settings));
  return { mail: server ?? null, deliveries: lines, templates };
}

function deliveryLine(name: string, settings: DeliverySettings): DeliveryLine {
  const { to, when, templates = null } = settings;
  const text = (key: string) => (key in settings ? String(settings[key as keyof typeof settings]) : '');
  const fields = ['path', 'host', 'user', 'key', 'client', 'tenant', 'clientId', 'system'] as const;
  const place = Object.fromEntries(fields.map((key) => [key, text(key)])) as Record<
    (typeof fields)[number],
    string
  >;
  const mail = settings.to === 'datev' ? (settings.mail ?? '') : '';
  const recipients = settings.to === 'mail' ? settings.recipients : null;
  const isKnown = Array.isArray(recipients) || (recipients !== null && 'column' in recipients);
  return {
    ...{ name, to, when, templates, ...place, mail },
    ...{ recipients: isKnown ? recipients : null, attach: settings.to === 'mail' && settings.attach },
  };
}
