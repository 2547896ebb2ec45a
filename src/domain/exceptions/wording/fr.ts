import type { ExceptionWordings } from './exceptionWording.js';

export const fr: ExceptionWordings = {
  OPEN_ENTRY: {
    title: 'Pointage encore ouvert',
    message: 'Commencé le {start} et encore ouvert ({status}) ; ses minutes ne sont pas dans cet export.',
    remedy: 'Clôturez ou annulez le pointage, puis relancez.',
    words: { status: { Working: 'au travail', OnBreak: 'en pause' } },
  },
  MISSING_END: {
    title: 'Fin manquante',
    message: 'Clôturé sans fin (commencé le {start}) ; ses minutes restent au jour du début.',
    remedy: 'Saisissez la fin du pointage, puis relancez.',
  },
  LONG_ENTRY: {
    title: 'Pointage très long',
    message: 'Dure {elapsed} heures, du {start} au {end}.',
    remedy: 'Vérifiez si quelqu’un a oublié de pointer en sortant.',
  },
  SHORT_REST: {
    title: 'Repos trop court',
    message:
      'Commence le {start}, seulement {hours} heures après le travail terminé le {earlierEnd} ; la règle est de 11 heures.',
    remedy: 'Vérifiez les deux pointages ; s’ils sont justes, prévenez le responsable du planning.',
  },
  OVERLAP: {
    title: 'Pointages qui se chevauchent',
    message:
      'Du {start} au {end} : {hours} heures communes avec le pointage {earlier} (du {earlierStart} au {earlierEnd}).',
    remedy: 'Corrigez ou annulez l’un des deux, sinon le temps est payé deux fois.',
  },
  ENTRY_NO_SHIFT: {
    title: 'Pointage sans service prévu',
    message: 'Travail du {start} au {end} sans service publié.',
    remedy: 'Vérifiez que le travail était voulu ; publiez le service s’il a seulement été oublié.',
  },
  SHIFT_NO_ENTRY: {
    title: 'Service sans pointage',
    message: 'Prévu du {start} au {end} ({plannedMinutes} h), mais rien n’a été pointé.',
    remedy: 'Vérifiez si la personne était absente ou a oublié de pointer.',
  },
  UNREVIEWED: {
    title: 'Non vérifié',
    message: 'Le pointage du {start} au {end} n’a pas été vérifié.',
    remedy: 'Vérifiez le pointage, ou acceptez l’anomalie avec un motif.',
  },
  NO_EMPLOYEE: {
    title: 'Sans salarié',
    message: 'Du {start} au {end} ({workedMinutes} h) : ni salarié ni intérimaire indiqué.',
    remedy: 'Cherchez qui a travaillé et indiquez la personne ; les minutes ne sont pas dans cet export.',
  },
  UNKNOWN_EMPLOYEE: {
    title: 'Salarié inconnu',
    message: 'La personne n’est plus dans la liste des salariés : archivée.[ Nom connu : {name}.]',
    remedy: 'Vérifiez que la personne doit encore être payée pour cette période.',
  },
  INACTIVE_EMPLOYEE: {
    title: 'Salarié inactif',
    message:
      'La personne est marquée inactive dans le système de pointage et a travaillé pendant la période.',
    remedy: 'Vérifiez que la personne doit encore être payée, ou rendez-la active dans le portail.',
  },
  WORKDATE_MISMATCH: {
    title: 'Date de travail différente',
    message: 'Le système de pointage le compte pour le {workDate}, mais {stamp} est le {localDay} à {zone}.',
    remedy: 'Vérifiez le jour du pointage et le fuseau horaire de l’établissement.',
  },
  OFFSET_MISMATCH: {
    title: 'Décalage horaire différent',
    message:
      '{count} pointages portent un décalage que {zone} n’a pas à ce moment (premier : {stamp}, pointage {first}).',
    remedy:
      'Les heures restent telles que pointées. Vérifiez le fuseau de l’établissement ; le système de pointage utilise peut-être d’anciennes données.',
  },
  NET_EXCEEDS_GROSS: {
    title: 'Plus de travail que de temps',
    message: '{workedMinutes} h travaillées entre {start} et {end}, qui n’en comptent que {grossMinutes} h.',
    remedy: 'Corrigez les heures ou la pause du pointage.',
  },
  PLANNED_MISMATCH: {
    title: 'Planning incohérent',
    message:
      'Le service du {start} au {end} annonce {plannedMinutes} h prévues ; le temps moins {breakMinutes} h de pause donne {expectedMinutes} h.',
    remedy: 'Vérifiez le service ; les minutes prévues sont montrées telles que reçues.',
  },
  DST_SUSPECT: {
    title: 'Changement d’heure mal compté',
    message:
      'Du {start} au {end} : dure {elapsedMinutes} h mais compte pour {workedMinutes} h ; le changement d’heure de {changeMinutes} h semble ignoré.',
    remedy: 'Vérifiez les minutes avec le salarié ; signalez-le à l’exploitant du système de pointage.',
  },
  ZONE_UNCLEAR: {
    title: 'Fuseau horaire inconnu',
    message:
      'Rien ne dit dans quel fuseau le travail du {start} au {end} a eu lieu ; ses jours ne peuvent être séparés.',
    remedy: 'Indiquez le fuseau de l’établissement sous "zones" dans la configuration.',
  },
  CHANGED_WHILE_READING: {
    title: 'Modifié pendant la lecture',
    message:
      'L’enregistrement {record} a changé pendant la lecture ; la version la plus récente est utilisée.',
    remedy: 'Relancez quand personne ne modifie la période.',
  },
  LIST_UNAVAILABLE: {
    title: 'Liste illisible',
    message: 'La liste {list} ne peut être lue : {lack}. Sans elle : {cost}.',
    remedy: 'Donnez le droit à l’intégration, ou continuez sans ce que la liste apporte.',
    words: {
      list: {
        establishments: 'des établissements',
        'public-holidays': 'des jours fériés',
        employees: 'du personnel',
        'agency-workers': 'des intérimaires',
        teams: 'des équipes',
        tasks: 'des tâches',
        shifts: 'des services planifiés',
        'time-entries': 'des pointages',
      },
      lack: {
        permission: 'l’intégration n’a pas le droit « {permission} » ({scope})',
        'permission-or-module':
          'l’intégration n’a pas le droit « {permission} » ({scope}), ou l’employeur n’a pas le module {module}',
        'permission-gone': 'l’intégration n’a plus le droit « {permission} » (403)',
        module: 'l’employeur n’a plus le module {module} (403)',
        'module-or-employer':
          'l’employeur n’a plus le module {module}, ou employerId est celui d’un autre employeur (403)',
      },
      cost: {
        establishments: 'pas de noms d’établissements, et les fuseaux horaires de la configuration seulement',
        'public-holidays': 'pas de jours fériés',
        employees: 'des identifiants au lieu des noms du personnel',
        'agency-workers': 'des identifiants au lieu des noms des intérimaires',
        teams: 'pas de noms d’équipes',
        tasks: 'pas de noms de tâches',
        shifts: 'pas de minutes planifiées',
        'time-entries': 'aucun temps de travail',
      },
    },
  },
  NO_ENTRIES: {
    title: 'Rien de travaillé',
    message: 'Aucun temps travaillé trouvé dans la période.',
    remedy: 'Vérifiez la période et l’employeur ; si personne n’a travaillé, tout est en ordre.',
  },
  PERIOD_NOT_OVER: {
    title: 'Période non terminée',
    message: 'La période dure jusqu’au {to} et a été lue le {today}.',
    remedy:
      'Relancez une fois la période terminée ; pour payer avant, indiquez par --estimate-from DATE à partir de quel jour comptent les services planifiés, et exportez ensuite les changements comme corrections.',
  },
  UNMAPPED_EMPLOYEE: {
    title: 'Sans matricule de paie',
    message: 'Le salarié n’a pas de matricule dans le fichier de correspondance.',
    remedy: 'Ajoutez le matricule ; "paytally employees sync" ajoute les lignes manquantes.',
  },
  UNMAPPED_CODE: {
    title: 'Sans code de paie externe',
    message: 'Le code de paie {payCode} n’a pas de code externe.',
    remedy: 'Ajoutez-le sous "payCodes" dans la configuration.',
  },
  DUPLICATE_NUMBER: {
    title: 'Matricule en double',
    message: 'Le matricule {number} désigne plusieurs salariés : {others}.',
    remedy: 'Corrigez le fichier de correspondance.',
  },
  LOST_ZERO: {
    title: 'Matricule plus court que tous les autres',
    message:
      'Le matricule {number} a moins de chiffres que tous les autres, qui sont comme {other} : un zéro en tête est peut-être perdu.',
    remedy:
      'Vérifiez-le ; s’il manque un zéro, corrigez le fichier de correspondance et mettez la colonne en texte avant de l’enregistrer.',
  },
  WORKED_ON_ABSENCE: {
    title: 'Travail un jour de congé',
    message: 'Le fichier des absences indique {payCode} ce jour, et {workedMinutes} h ont été travaillées.',
    remedy: 'Corrigez le fichier des absences, ou le pointage dans le portail.',
  },
  ABSENCE_HOURS: {
    title: 'Heures d’une absence inconnues',
    message:
      'L’absence {payCode} est donnée en jours, et rien ne dit combien de minutes compte une journée de cette personne.',
    remedy:
      'Remplissez la colonne contractMinutesPerDay du fichier de correspondance, ou écrivez des minutes dans le fichier des absences.',
  },
  HOLIDAY_HOURS: {
    title: 'Heures d’un jour férié inconnues',
    message:
      'Pour le jour férié, code de paie {payCode}, rien ne dit ce que cette personne aurait travaillé.',
    remedy:
      'Remplissez contractMinutesPerDay, contractWeekdays et contractFrom du fichier de correspondance, et contractTo pour qui est parti ; avec "by: planned", donnez à l’intégration le droit de lire le planning.',
  },
  BALANCE_UNKNOWN: {
    title: 'Solde pas entièrement connu',
    message: 'Ce qui a compté avant la période n’est pas entièrement connu : {why}.',
    remedy:
      'Rendez d’abord définitifs les jours antérieurs, ou inscrivez une valeur initiale (0 pour rien) dans le fichier de correspondance ; ce qui est connu compte.',
    words: {
      why: {
        days: 'aucun traitement définitif ne couvre la période du {from} au {to}',
        opening: 'la colonne {column} du fichier de correspondance est vide',
        purged: 'des données de jours antérieurs ont été effacées',
      },
    },
  },
  COUNTER_REACHED: {
    title: 'Compteur annuel atteint',
    message: '{name} : {hours} heures sur {limit} dans l’année à partir du {from}.',
    remedy: 'Ce qui a été travaillé est payé. N’en planifiez plus pour cette personne cette année.',
  },
  RULE_UNUSED: {
    title: 'Règle de paie jamais appliquée',
    message: '{rule}[ ({payCode})] ne s’est appliquée à aucun travail de la période : {why}.',
    remedy:
      'Vérifiez les identifiants et les valeurs que la règle nomme. « paytally doctor » dit où le système de pointage nomme les équipes et les tâches.',
    words: {
      why: {
        'no-teams':
          'elle nomme des équipes ({names}), et ni les pointages ni leurs services planifiés n’en nomment',
        'no-tasks':
          'elle nomme des tâches ({names}), et ni les pointages ni leurs services planifiés n’en nomment',
        'no-match': 'aucun travail n’a ce qu’elle nomme ({names})',
        'no-minutes':
          'il y a du travail avec ce qu’elle nomme ({names}), mais aucun ne remplit les autres conditions, ou une règle précédente le prend',
      },
    },
  },
  INVALID_RECORD: {
    title: 'Enregistrement invalide',
    message: 'Un enregistrement de {list} enfreint une règle du système de pointage : {problems}.',
    remedy: 'Signalez-le à l’exploitant du système de pointage ; il n’est pas dans cet export.',
    problems: {
      frame: ['attendu : ', ', trouvé : '],
      or: 'ou',
      expected: {
        uuid: 'un UUID',
        text: 'du texte',
        flag: 'true ou false',
        minutes: 'un nombre entier de minutes',
        date: 'une date de la forme AAAA-MM-JJ',
        utc: 'un instant UTC ou rien',
        stamp: 'date et heure avec décalage comme 2026-10-25T02:30:00+02:00',
        dateTime: 'date et heure',
        zone: 'un fuseau horaire IANA',
        object: 'un objet',
        oneOf: 'une valeur parmi ',
      },
      got: { nothing: 'rien', list: 'une liste', object: 'un objet' },
      sayings: {
        noDate: 'date inexistante',
        noTime: 'heure inexistante',
        noOffset: 'pas de décalage UTC',
        wrongOffset: 'décalage UTC inexistant',
        missing: 'absent avec le statut',
        present: 'présent avec le statut',
        filled: 'rempli avec le statut',
        noYear: 'hors des années 2000 à 2100',
        far: 'à plus d’un an de son jour',
        noDateField: 'aucun champ avec une date ; nommez-le sous "fields" comme holiday.grantedDate',
      },
    },
  },
  ESTABLISHMENT_GONE: {
    title: 'Établissement disparu',
    message:
      'L’établissement {record} de traitements antérieurs n’est plus dans la liste ; le système de pointage omet ses pointages.',
    remedy: 'Vérifiez s’il a été supprimé ; si oui, traitez ses heures à la main.',
  },
};
