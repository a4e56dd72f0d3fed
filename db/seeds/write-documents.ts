import type { Knex } from 'knex'
import type { Tenancy } from './write-tenancy.ts'

/** Conditions of the demo, to be accepted before booking: of two zones and one company, in four languages. */
export async function writeDocuments(trx: Knex.Transaction, tenancy: Tenancy): Promise<void> {
  const { zones, messepark } = tenancy
  await trx('documents').insert([
    {
      name: 'freiburg-boxen.pdf',
      description: 'Hausregeln der Fahrradboxen und Parkhäuser',
      scope: 'zone',
      tenant_id: null,
      zone_id: zones.freiburg,
      translations: JSON.stringify(freiburg),
    },
    {
      name: 'ulm-sammelgarage.pdf',
      description: 'Regeln der Sammelgaragen',
      scope: 'zone',
      tenant_id: null,
      zone_id: zones.ulm,
      translations: JSON.stringify(ulm),
    },
    {
      name: 'messepark-parken.pdf',
      description: 'Parkbedingungen',
      scope: 'tenant',
      tenant_id: messepark,
      zone_id: null,
      translations: JSON.stringify(parking),
    },
  ])
}

const freiburg = {
  de: {
    title: 'Regeln in Freiburg (Demo)',
    text: 'Dies sind Bedingungen einer Demo, sie gelten nirgends.\n\n1. Die Box ist für ein Fahrrad da, nicht für Gas, Benzin oder Essen.\n2. Zur gebuchten Zeit gehört sie Ihnen, danach dem nächsten Gast.\n3. Wer etwas beschädigt findet, meldet es, bevor er die Box benutzt.',
  },
  en: {
    title: 'Rules in Freiburg (demo)',
    text: 'These are conditions of a demo, they apply nowhere.\n\n1. The box is for a bicycle, not for gas, petrol or food.\n2. It is yours for the time booked, and the next guest’s after it.\n3. Who finds damage reports it before using the box.',
  },
  fr: {
    title: 'Règles à Fribourg-en-Brisgau (démo)',
    text: 'Ce sont les conditions d’une démo, elles ne valent nulle part.\n\n1. Le box est fait pour un vélo, pas pour du gaz, de l’essence ou des aliments.\n2. Il est à vous pendant le temps réservé, puis au client suivant.\n3. Qui trouve un dommage le signale avant d’utiliser le box.',
  },
  it: {
    title: 'Regole a Friburgo (demo)',
    text: 'Sono le condizioni di una demo e non valgono da nessuna parte.\n\n1. Il box è per una bicicletta, non per gas, benzina o cibo.\n2. È suo per il tempo prenotato, poi del prossimo cliente.\n3. Chi trova un danno lo segnala prima di usare il box.',
  },
}

const ulm = {
  de: {
    title: 'Sammelgaragen in Ulm (Demo)',
    text: 'Dies sind Bedingungen einer Demo, sie gelten nirgends.\n\nDie Tür öffnet für alle, die dahinter einen Stellplatz haben: Bitte ziehen Sie sie hinter sich zu und schließen Sie Ihr Rad an.',
  },
  en: {
    title: 'Shared garages in Ulm (demo)',
    text: 'These are conditions of a demo, they apply nowhere.\n\nThe door opens for everybody who has a place behind it: please pull it shut behind you and lock your bicycle.',
  },
  fr: {
    title: 'Garages collectifs à Ulm (démo)',
    text: 'Ce sont les conditions d’une démo, elles ne valent nulle part.\n\nLa porte s’ouvre à tous ceux qui ont une place derrière elle : tirez-la derrière vous et attachez votre vélo.',
  },
  it: {
    title: 'Garage comuni a Ulma (demo)',
    text: 'Sono le condizioni di una demo e non valgono da nessuna parte.\n\nLa porta si apre a tutti quelli che hanno un posto: la chiuda dietro di sé e leghi la bicicletta.',
  },
}

const parking = {
  de: {
    title: 'Parken bei Messepark (Demo)',
    text: 'Dies sind Bedingungen einer Demo, sie gelten nirgends.\n\nDie Schranke erkennt Ihr Kennzeichen. Fahren Sie Schritt, und stellen Sie das Auto nur auf den Platz, den Sie gebucht haben.',
  },
  en: {
    title: 'Parking at Messepark (demo)',
    text: 'These are conditions of a demo, they apply nowhere.\n\nThe barrier reads your licence plate. Drive at walking pace, and park only on the space that you booked.',
  },
  fr: {
    title: 'Parking chez Messepark (démo)',
    text: 'Ce sont les conditions d’une démo, elles ne valent nulle part.\n\nLa barrière lit votre plaque. Roulez au pas et ne vous garez que sur la place réservée.',
  },
  it: {
    title: 'Parcheggio Messepark (demo)',
    text: 'Sono le condizioni di una demo e non valgono da nessuna parte.\n\nLa barriera legge la targa. Vada a passo d’uomo e parcheggi solo sul posto prenotato.',
  },
}
