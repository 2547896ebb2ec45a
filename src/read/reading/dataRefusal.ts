import type { Scrubber } from '../../config/secrets/scrubber.js';
import type { ListLack } from '../../domain/records/periodData.js';
import type { ListName } from '../../domain/records/records.js';
import { type ErrorDetail, PaytallyError } from '../../errors.js';
import { excerpt } from '../../runtime/outsideText.js';
import { SCOPE_FACTS, type Scope } from '../auth/scopes.js';
import type { Answer } from '../transport/answer.js';

export interface RefusedRequest {
  readonly answer: Answer;
  readonly list: ListName;
  readonly what: string;
  readonly hasCursor: boolean;
  readonly scope: Scope;
  readonly employerId: string;
  readonly employerProved: boolean;
}

/** The service has refused a page because of its cursor: the list's window is to be read again from its start. */
export class CursorRefused extends PaytallyError {}

/** The list's module is gone, or (where nothing else was readable) its permission; the rest may be readable. */
export class ListForbidden extends PaytallyError {
  readonly lack: ListLack;

  constructor(lack: ListLack, message: string, detail: ErrorDetail) {
    super('PERMISSION_DENIED', message, detail);
    this.lack = lack;
  }
}

/** The error for a 4xx of a data endpoint (docs/service.md, "Refusals of data"). 401 and 429 never come here. */
export function dataRefusal(scrubber: Scrubber, refused: RefusedRequest): PaytallyError {
  const { answer, what, hasCursor, employerId } = refused;
  const said = problemText(answer.body, scrubber);
  switch (answer.status) {
    case 400:
      return new PaytallyError(
        'REQUEST_REJECTED',
        `The service refused a parameter of the request for ${what} (400).${said}`,
      );
    case 403:
      return forbidden(refused, said);
    case 404:
      return new PaytallyError('EMPLOYER_MISMATCH', `The service knows no ${what} (404).${said}`, {
        record: employerId,
        remedy:
          'Check the path in baseUrl, and compare employerId with the identifier shown in the employer portal.',
      });
    case 422:
      return hasCursor
        ? new CursorRefused(
            'REQUEST_REJECTED',
            `The service refused to go on with ${what}: the cursor is no longer valid (422).${said}`,
          )
        : new PaytallyError(
            'REQUEST_REJECTED',
            `The service refused the dates of the request for ${what} (422).${said}`,
          );
    default:
      return new PaytallyError(
        'SERVICE_PROTOCOL',
        `The service answered ${what} with status ${answer.status}, which is not documented.${said}`,
      );
  }
}

/** The token has the scope, so a 403 leaves two causes: another employer's id, or a module that is gone. */
function forbidden(refused: RefusedRequest, said: string): PaytallyError {
  const { what, scope, employerId, employerProved } = refused;
  const { module, permission } = SCOPE_FACTS[scope];
  if (module === undefined && !employerProved) {
    return new PaytallyError(
      'EMPLOYER_MISMATCH',
      `The integration may not read ${what}: it belongs to another employer (403).${said}`,
      {
        record: employerId,
      },
    );
  }
  const cause =
    module === undefined ? 'its permission is gone' : `the employer has no ${module} module any more`;
  const other = employerProved ? '' : ', or employerId is that of another employer';
  const lackOfModule: ListLack = employerProved ? 'module' : 'module-or-employer';
  return new ListForbidden(
    module === undefined ? 'permission-gone' : lackOfModule,
    `The integration may not read ${what}: ${cause}${other} (403).${said}`,
    {
      record: employerId,
      remedy: `In the employer portal, check ${module === undefined ? '' : `the ${module} module, `}the permission "${permission}" of the integration, and the employer identifier next to it.`,
    },
  );
}

/** Title and detail of problem+json, whatever else it holds. */
function problemText(body: unknown, scrubber: Scrubber): string {
  if (typeof body !== 'object' || body === null) return '';
  const fields = new Map<string, unknown>(Object.entries(body));
  const texts = ['title', 'detail']
    .map((name) => fields.get(name))
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? '' : ` The service says: ${excerpt(scrubber.clean(texts.join(': ')))}`;
}
