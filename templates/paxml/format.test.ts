import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { must, type Reader } from '../../test/templates/readLine.js';
import { attributeOf, childrenOf, textOf, withRoot } from '../../test/templates/readXml.js';

/** Time codes that the standard lists, and those of Fortnox beyond it. */
const TIME_CODE =
  /^(?:SJK|SJK_(?:KAR|LÖN|ERS|PEN)|ASK|HAV|FPE|VAB|SMB|UTB|MIL|SVE|NÄR|TJL|SEM|SEM_(?:BET|SPA|OBE|FÖR)|KOM|PEM|PER|FAC|ATK|KON|PAP|ATF|FR[1-9]|FLX|TS[1-9]|TID|ARB|MER|Ö[TKB][1-5]|O[BS][1-5]|J[RS][1-3]|B[ES][1-3]|RE[1-4]|HLG|SKI|LT[1-9]|NV[1-9])$/;

/** Kind of transaction, its code, and the unit that it counts. */
const KINDS = {
  time: { list: 'tidtransaktioner', one: 'tidtrans', code: 'tidkod', amount: 'timmar' },
  wage: { list: 'lonetransaktioner', one: 'lonetrans', code: 'lonart', amount: 'antal' },
} as const;

/** Times in minutes, because four decimals of an hour are exact for each of them; wages in hundredths. */
function readPaxmlOf(kind: keyof typeof KINDS): Reader {
  const { list, one, code, amount } = KINDS[kind];
  const unitsPerHour = kind === 'time' ? 60 : 100;
  return (bytes) =>
    withRoot(bytes, (root) => {
      must(root.name === 'paxml', `the root ${root.name}`);
      const [header, transactions] = childrenOf(root, 'header', list);
      must(header !== undefined && textOf(header, 'version') === '2.0', 'another version');
      must(/^[\d-]{10,12}$/.test(textOf(header, 'foretagorgnr')), 'the company');
      must(transactions !== undefined, `a file without ${list}`);
      const lines = childrenOf(transactions, `${one}*`).map((transaction) => {
        childrenOf(transaction, code, 'datum', amount);
        must(/^\d{4}-\d\d-\d\d$/.test(textOf(transaction, 'datum')), 'the date');
        const name = textOf(transaction, code);
        must(kind === 'wage' ? name !== '' : TIME_CODE.test(name), `the code ${name}`);
        const hours = textOf(transaction, amount);
        must(/^\d+\.\d{2,4}$/.test(hours), `the number ${hours}`);
        return {
          employee: attributeOf(transaction, 'anstid'),
          code: name,
          units: Math.round(Number(hours) * unitsPerHour),
        };
      });
      return { unitsPerHour, lines };
    });
}

const readPaxml = readPaxmlOf('time');

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readPaxml }, { reader: readPaxmlOf('wage'), variables: { transactions: 'wage' } }],
  refused: [
    { what: 'a code of nobody', from: '>ARB<', to: '>ARX<' },
    { what: 'another version', from: '>2.0<', to: '>1.0<' },
    { what: 'an open element', from: '</timmar>', to: '' },
    { what: 'an element twice', from: '<timmar>', to: '<timmar>1.00</timmar><timmar>' },
  ],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  offices: [
    { reader: readPaxmlOf('wage'), variables: { transactions: 'wage', organisationNumber: '556677-8899' } },
    { codes: ['ARB', 'ÖT1', 'OB1'], unitsPerHour: 60, variables: { organisationNumber: '556677-8899' } },
  ],
});
