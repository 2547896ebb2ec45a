import type { ExceptionWordings } from './exceptionWording.js';

export const nl: ExceptionWordings = {
  OPEN_ENTRY: {
    title: 'Registratie nog open',
    message: 'Begonnen op {start} en nog open ({status}); de minuten staan niet in deze export.',
    remedy: 'Sluit de registratie af of annuleer ze en start opnieuw.',
    words: { status: { Working: 'aan het werk', OnBreak: 'in pauze' } },
  },
  MISSING_END: {
    title: 'Einde ontbreekt',
    message: 'Afgesloten zonder einde (begonnen op {start}); de minuten blijven op de begindag staan.',
    remedy: 'Vul het einde van de registratie in en start opnieuw.',
  },
  LONG_ENTRY: {
    title: 'Zeer lange registratie',
    message: 'Duurt {elapsed} uur, van {start} tot {end}.',
    remedy: 'Ga na of iemand vergeten is uit te klokken.',
  },
  SHORT_REST: {
    title: 'Korte rust',
    message:
      'Begint op {start}, amper {hours} uur na het werk dat eindigde op {earlierEnd}; de regel is 11 uur.',
    remedy: 'Controleer beide registraties; kloppen ze, laat het dan de planner weten.',
  },
  OVERLAP: {
    title: 'Registraties overlappen',
    message:
      '{start} tot {end} deelt {hours} uur met de registratie {earlier} ({earlierStart} tot {earlierEnd}).',
    remedy: 'Verbeter of annuleer een van beide, anders wordt de tijd dubbel betaald.',
  },
  ENTRY_NO_SHIFT: {
    title: 'Registratie zonder dienst',
    message: 'Gewerkt van {start} tot {end} zonder gepubliceerde dienst.',
    remedy: 'Ga na of het werk gewenst was; publiceer de dienst als die alleen vergeten was.',
  },
  SHIFT_NO_ENTRY: {
    title: 'Dienst zonder registratie',
    message: 'Gepland van {start} tot {end} ({plannedMinutes} u), maar er is niets geregistreerd.',
    remedy: 'Ga na of de persoon afwezig was of vergeten is in te klokken.',
  },
  UNREVIEWED: {
    title: 'Niet nagekeken',
    message: '{start} tot {end} is niet nagekeken.',
    remedy: 'Kijk de registratie na, of aanvaard de melding met een reden.',
  },
  NO_EMPLOYEE: {
    title: 'Geen medewerker',
    message: '{start} tot {end} ({workedMinutes} u) noemt geen medewerker en geen uitzendkracht.',
    remedy: 'Zoek uit wie er werkte en vul de persoon in; de minuten staan niet in deze export.',
  },
  UNKNOWN_EMPLOYEE: {
    title: 'Onbekende medewerker',
    message: 'De persoon staat niet meer in de lijst van medewerkers: gearchiveerd.[ Bekende naam: {name}.]',
    remedy: 'Ga na of de persoon voor deze periode nog betaald moet worden.',
  },
  INACTIVE_EMPLOYEE: {
    title: 'Inactieve medewerker',
    message: 'De medewerker staat als inactief in de tijdregistratie en heeft in de periode gewerkt.',
    remedy: 'Ga na of de persoon nog betaald moet worden, of zet de medewerker in het portaal op actief.',
  },
  WORKDATE_MISMATCH: {
    title: 'Werkdatum wijkt af',
    message: 'De tijdregistratie telt de registratie voor {workDate}, maar {stamp} is {localDay} in {zone}.',
    remedy: 'Controleer de dag van de registratie en de tijdzone van de vestiging.',
  },
  OFFSET_MISMATCH: {
    title: 'Tijdsverschil wijkt af',
    message:
      '{count} registraties hebben een tijdsverschil dat {zone} op dat moment niet heeft (eerste: {stamp}, registratie {first}).',
    remedy:
      'De tijden blijven zoals geregistreerd. Controleer de tijdzone van de vestiging; misschien gebruikt de tijdregistratie oudere tijdzonegegevens.',
  },
  NET_EXCEEDS_GROSS: {
    title: 'Meer gewerkt dan verstreken',
    message: '{workedMinutes} u gewerkt tussen {start} en {end}, dat is maar {grossMinutes} u.',
    remedy: 'Verbeter de tijden of de pauze van de registratie.',
  },
  PLANNED_MISMATCH: {
    title: 'Planning klopt niet',
    message:
      'De dienst {start} tot {end} vermeldt {plannedMinutes} u gepland; de tijd min {breakMinutes} u pauze is {expectedMinutes} u.',
    remedy: 'Controleer de dienst; geplande minuten worden getoond zoals ze geleverd worden.',
  },
  DST_SUSPECT: {
    title: 'Klokwissel fout geteld',
    message:
      '{start} tot {end} duurt {elapsedMinutes} u maar telt voor {workedMinutes} u: de klokwissel van {changeMinutes} u lijkt vergeten.',
    remedy: 'Controleer de minuten met de medewerker; meld het aan de beheerder van de tijdregistratie.',
  },
  ZONE_UNCLEAR: {
    title: 'Tijdzone onbekend',
    message: 'Nergens staat in welke tijdzone {start} tot {end} gewerkt is; de dagen zijn niet te scheiden.',
    remedy: 'Zet de tijdzone van de vestiging onder "zones" in de configuratie.',
  },
  CHANGED_WHILE_READING: {
    title: 'Gewijzigd tijdens het lezen',
    message: 'Record {record} is gewijzigd tijdens het lezen; de latere versie wordt gebruikt.',
    remedy: 'Start opnieuw wanneer niemand de periode bewerkt.',
  },
  LIST_UNAVAILABLE: {
    title: 'Lijst niet leesbaar',
    message: 'De lijst van {list} kan niet gelezen worden: {lack}. Zonder die lijst: {cost}.',
    remedy: 'Geef de integratie het recht, of ga verder zonder wat de lijst toevoegt.',
    words: {
      list: {
        establishments: 'vestigingen',
        'public-holidays': 'feestdagen',
        employees: 'medewerkers',
        'agency-workers': 'uitzendkrachten',
        teams: 'teams',
        tasks: 'taken',
        shifts: 'diensten',
        'time-entries': 'registraties',
      },
      lack: {
        permission: 'de integratie heeft het recht "{permission}" ({scope}) niet',
        'permission-or-module':
          'de integratie heeft het recht "{permission}" ({scope}) niet, of de werkgever heeft de module {module} niet',
        'permission-gone': 'de integratie heeft het recht "{permission}" niet meer (403)',
        module: 'de werkgever heeft de module {module} niet meer (403)',
        'module-or-employer':
          'de werkgever heeft de module {module} niet meer, of employerId is die van een andere werkgever (403)',
      },
      cost: {
        establishments: 'geen namen van vestigingen, en tijdzones alleen uit de configuratie',
        'public-holidays': 'geen feestdagen',
        employees: 'id’s in plaats van namen van medewerkers',
        'agency-workers': 'id’s in plaats van namen van uitzendkrachten',
        teams: 'geen namen van teams',
        tasks: 'geen namen van taken',
        shifts: 'geen geplande minuten',
        'time-entries': 'helemaal geen gewerkte tijd',
      },
    },
  },
  NO_ENTRIES: {
    title: 'Niets gewerkt',
    message: 'Er is geen gewerkte tijd in de periode gevonden.',
    remedy: 'Controleer de periode en de werkgever; als niemand gewerkt heeft, is alles in orde.',
  },
  PERIOD_NOT_OVER: {
    title: 'Periode niet voorbij',
    message: 'De periode loopt tot en met {to} en werd gelezen op {today}.',
    remedy:
      'Voer opnieuw uit als de periode voorbij is; om eerder te betalen: geef met --estimate-from DATUM aan vanaf welke dag de geplande diensten tellen, en exporteer wijzigingen daarna als correcties.',
  },
  UNMAPPED_EMPLOYEE: {
    title: 'Geen personeelsnummer',
    message: 'De medewerker heeft geen nummer in het koppelbestand.',
    remedy: 'Vul het personeelsnummer in; "paytally employees sync" voegt ontbrekende regels toe.',
  },
  UNMAPPED_CODE: {
    title: 'Geen externe looncode',
    message: 'De looncode {payCode} heeft geen externe code.',
    remedy: 'Voeg ze toe onder "payCodes" in de configuratie.',
  },
  DUPLICATE_NUMBER: {
    title: 'Personeelsnummer dubbel',
    message: 'Het nummer {number} staat voor meer dan één medewerker: {others}.',
    remedy: 'Verbeter het koppelbestand.',
  },
  LOST_ZERO: {
    title: 'Nummer korter dan alle andere',
    message:
      'Het nummer {number} heeft minder cijfers dan alle andere, die zijn als {other}: misschien is een nul vooraan verloren.',
    remedy:
      'Kijk het na; ontbreekt er een nul, verbeter dan het koppelbestand en maak de kolom op als tekst voor u opslaat.',
  },
  WORKED_ON_ABSENCE: {
    title: 'Gewerkt op een verlofdag',
    message: 'Het afwezigheidsbestand heeft {payCode} op deze dag, en er is {workedMinutes} u gewerkt.',
    remedy: 'Verbeter het afwezigheidsbestand, of de registratie in het portaal.',
  },
  ABSENCE_HOURS: {
    title: 'Uren van een afwezigheid onbekend',
    message:
      'De afwezigheid {payCode} staat in dagen, en nergens staat hoeveel minuten een dag van deze persoon heeft.',
    remedy:
      'Vul de kolom contractMinutesPerDay van het koppelbestand in, of schrijf minuten in het afwezigheidsbestand.',
  },
  HOLIDAY_HOURS: {
    title: 'Uren van een feestdag onbekend',
    message: 'Voor de feestdag, looncode {payCode}, staat nergens wat deze persoon gewerkt zou hebben.',
    remedy:
      'Vul contractMinutesPerDay, contractWeekdays en contractFrom van het koppelbestand in, en contractTo van wie vertrokken is; geef bij "by: planned" de integratie het recht de planning te lezen.',
  },
  BALANCE_UNKNOWN: {
    title: 'Saldo niet helemaal bekend',
    message: 'Wat vóór de periode meetelde is niet helemaal bekend: {why}.',
    remedy:
      'Maak eerst de eerdere dagen definitief, of schrijf een beginwaarde (0 voor niets) in het koppelbestand; wat bekend is telt mee.',
    words: {
      why: {
        days: 'geen definitieve run heeft {from} tot en met {to}',
        opening: 'de kolom {column} van het koppelbestand is leeg',
        purged: 'gegevens van eerdere dagen zijn gewist',
      },
    },
  },
  COUNTER_REACHED: {
    title: 'Jaarteller bereikt',
    message: '{name}: {hours} van {limit} uren in het jaar vanaf {from}.',
    remedy: 'Wat gewerkt is, wordt betaald. Plan er dit jaar niets meer van in voor deze medewerker.',
  },
  RULE_UNUSED: {
    title: 'Loonregel nooit toegepast',
    message: '{rule}[ ({payCode})] gold voor geen enkel werk van de periode: {why}.',
    remedy:
      'Controleer de id’s en waarden die de regel noemt. "paytally doctor" zegt waar de tijdregistratie teams en taken noemt.',
    words: {
      why: {
        'no-teams': 'de regel noemt teams ({names}), en noch de registraties noch hun shifts noemen er een',
        'no-tasks': 'de regel noemt taken ({names}), en noch de registraties noch hun shifts noemen er een',
        'no-match': 'geen enkel werk heeft wat de regel noemt ({names})',
        'no-minutes':
          'er is werk met wat de regel noemt ({names}), maar geen daarvan voldoet aan de andere voorwaarden, of een eerdere regel neemt het',
      },
    },
  },
  INVALID_RECORD: {
    title: 'Ongeldig record',
    message: 'Een record van {list} overtreedt een regel van de tijdregistratie: {problems}.',
    remedy: 'Meld het record aan de beheerder van de tijdregistratie; het staat niet in deze export.',
    problems: {
      frame: ['verwacht: ', ', gevonden: '],
      or: 'of',
      expected: {
        uuid: 'een UUID',
        text: 'tekst',
        flag: 'true of false',
        minutes: 'een heel aantal minuten',
        date: 'een datum als JJJJ-MM-DD',
        utc: 'een UTC-tijdstip of niets',
        stamp: 'datum en tijd met tijdsverschil zoals 2026-10-25T02:30:00+02:00',
        dateTime: 'datum en tijd',
        zone: 'een IANA-tijdzone',
        object: 'een object',
        oneOf: 'een van ',
      },
      got: { nothing: 'niets', list: 'een lijst', object: 'een object' },
      sayings: {
        noDate: 'geen bestaande datum',
        noTime: 'geen bestaand tijdstip',
        noOffset: 'geen UTC-verschil',
        wrongOffset: 'geen bestaand UTC-verschil',
        missing: 'ontbreekt bij status',
        present: 'aanwezig bij status',
        filled: 'ingevuld bij status',
        noYear: 'buiten de jaren 2000 tot 2100',
        far: 'meer dan een jaar van zijn dag',
        noDateField: 'geen veld met een datum; noem het onder "fields" als holiday.grantedDate',
      },
    },
  },
  ESTABLISHMENT_GONE: {
    title: 'Vestiging verdwenen',
    message:
      'De vestiging {record} uit vorige runs staat niet meer in de lijst; de tijdregistratie laat haar registraties weg.',
    remedy: 'Ga na of ze verwijderd is; handel haar uren dan met de hand af.',
  },
};
