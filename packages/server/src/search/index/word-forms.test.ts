import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languagesOf } from '../analyse/languages.ts'
import { buildSegment } from './build-segment.ts'
import { termsOfText } from './document.ts'
import { newScratch } from './match.ts'
import { mergeSegments } from './merge-segments.ts'
import { rank } from './rank.ts'
import { openSegment, type Segment } from './segment.ts'

interface Sample {
  readonly text: string
  /** Forms that stand in the text, each with one that is asked for. */
  readonly forms: string
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  spanish: {
    text: `Los servidores se configuran con cuidado y las bombas antiguas pierden agua cuando las juntas están gastadas. Los gatos
      negros duermen en los tejados rojos. Las instalaciones eléctricas son peligrosas; los técnicos trabajaron con herramientas
      nuevas y escribieron las instrucciones. Las canciones tradicionales y los libros viejos gustan a los niños pequeños.
      Los mercados cerraron y los vecinos compraban pescados.`,
    forms: `servidor:servidores configurar:configuran bomba:bombas antigua:antiguas junta:juntas gato:gatos negro:negros
      tejado:tejados instalación:instalaciones peligroso:peligrosas técnico:técnicos trabajar:trabajaron herramienta:herramientas
      escribir:escribieron instrucción:instrucciones canción:canciones tradicional:tradicionales libro:libros niña:niños
      comprar:compraban`,
  },
  german: {
    text: `Die Dächer der alten Häuser wurden bei dem Sturm nicht beschädigt. Die Pumpen verlieren Wasser, wenn die Dichtungen
      abgenutzt sind. In den Gärten stehen große Bäume und kleine Blumen, und die Kinder spielen mit den Hunden. Die
      Einstellungen des Servers werden in Dateien gespeichert, die von den Benutzern geändert werden. Neue Bücher und Zeitungen
      liegen auf den Tischen der Schulen in den Straßen.`,
    forms: `Dach:Dächer alte:alten Haus:Häuser Pumpe:Pumpen Dichtung:Dichtungen Garten:Gärten großen:große Baum:Bäume
      kleinen:kleine Blume:Blumen Kindern:Kinder Hunde:Hunden Einstellung:Einstellungen Datei:Dateien Benutzer:Benutzern neuen:Neue
      Buch:Bücher Zeitung:Zeitungen Tisch:Tischen Schule:Schulen`,
  },
  french: {
    text: `Les serveurs sont configurés avec soin et les vieilles pompes perdent de l'eau. Les chevaux blancs dorment dans les
      grandes maisons. Les installations électriques sont dangereuses ; les techniciens travaillaient avec des outils nouveaux
      et ont lu l'instruction. Les chansons traditionnelles et les livres anciens plaisent aux petits enfants, qui chantaient
      dans les jardins publics des villes voisines pendant que les marchands vendaient des fromages.`,
    forms: `serveur:serveurs configurer:configurés pompe:pompes eau:l'eau cheval:chevaux blanc:blancs grand:grandes maison:maisons
      installation:installations électrique:électriques dangereuse:dangereuses technicien:techniciens travailler:travaillaient
      outil:outils instructions:l'instruction chanson:chansons livre:livres petit:petits jardin:jardins fromage:fromages`,
  },
  portuguese: {
    text: `Os servidores são configurados com cuidado e as bombas antigas perdem água quando as juntas estão gastas. Os gatos pretos
      dormem nos telhados vermelhos. As instalações elétricas são perigosas; os técnicos trabalharam com ferramentas novas e
      leram os manuais. As cidades grandes e os livros velhos agradam às crianças pequenas. Os mercados fecharam e os vizinhos
      compravam peixes na praia com as mulheres.`,
    forms: `servidor:servidores configurar:configurados bomba:bombas antiga:antigas junta:juntas gato:gatos preto:pretos
      telhado:telhados vermelho:vermelhos elétrica:elétricas perigoso:perigosas técnico:técnicos trabalhar:trabalharam
      ferramenta:ferramentas cidade:cidades livro:livros velho:velhos criança:crianças pequeno:pequenas comprar:compravam`,
  },
  italian: {
    text: `I motori si configurano con attenzione e le pompe vecchie perdono l'acqua quando le guarnizioni sono consumate. I gatti
      neri dormono sui tetti rossi. Le installazioni elettriche sono pericolose; i tecnici lavoravano con strumenti nuovi e
      hanno letto le istruzioni. Le canzoni tradizionali e i libri antichi piacciono ai ragazzi piccoli. Gli amici camminavano
      nelle strade della città e compravano i formaggi.`,
    forms: `motore:motori configurare:configurano pompa:pompe acqua:l'acqua guarnizione:guarnizioni gatto:gatti nero:neri tetto:tetti
      rosso:rossi installazione:installazioni elettrico:elettriche pericoloso:pericolose lavorare:lavoravano strumento:strumenti
      istruzione:istruzioni canzone:canzoni libro:libri ragazzo:ragazzi piccolo:piccoli comprare:compravano`,
  },
  dutch: {
    text: `De servers worden ingesteld en de oude pompen verliezen water als de pakkingen versleten zijn. De zwarte katten slapen
      op de daken van grote gebouwen. De instellingen zijn gevaarlijk; de monteurs werkten met nieuwe gereedschappen en lazen de
      handleidingen. De kinderboeken liggen op de tafels van de scholen en de vrienden wandelden door de straten met hun
      honden en kochten bloemen, appels en kaarten.`,
    forms: `pomp:pompen pakking:pakkingen zwart:zwarte kat:katten dak:daken groot:grote gebouw:gebouwen instelling:instellingen
      gevaarlijke:gevaarlijk monteur:monteurs kaart:kaarten nieuw:nieuwe gereedschap:gereedschappen handleiding:handleidingen
      tafel:tafels school:scholen vriend:vrienden hond:honden straat:straten bloem:bloemen`,
  },
  swedish: {
    text: `Servrarna konfigureras noggrant och de gamla pumparna läcker när packningarna är slitna. De svarta katterna sover på
      taken i stora byggnader. Inställningarna är farliga; montörerna arbetade med nya verktyg och läste handböckerna. Barnen
      leker med hundarna på gatorna, och flickorna köpte blommor och äpplen. Skolorna har tidningar från städerna och bilarna
      står vid vägarna.`,
    forms: `konfigurera:konfigureras pump:pumparna packning:packningarna svart:svarta katt:katterna tak:taken stor:stora
      byggnad:byggnader inställning:Inställningarna farlig:farliga montör:montörerna arbetar:arbetade barn:Barnen hund:hundarna
      gata:gatorna flicka:flickorna blomma:blommor skola:Skolorna tidning:tidningar bil:bilarna`,
  },
  russian: {
    text: `Настройка серверов требует внимания. Старые насосы протекают, когда прокладки изношены. Чёрные кошки спят на крышах
      больших домов. Установки опасны; инженеры работали с новыми инструментами и читали инструкции. Песни и старинные книги
      нравятся детям. Соседи гуляли по улицам города и покупали цветы, газеты и билеты в магазинах.`,
    forms: `настройки:Настройка сервер:серверов старый:Старые насос:насосы прокладка:прокладки чёрная:Чёрные кошка:кошки крыша:крышах
      дом:домов установка:Установки инженер:инженеры работать:работали новый:новыми инструмент:инструментами инструкция:инструкции
      книга:книги улица:улицам газета:газеты билет:билеты магазин:магазинах`,
  },
}
const ENGLISH =
  'The servers of the old house are configured with care, and the pumps leak where the seals are worn.'
const scratch = newScratch()

function segmentOf(texts: readonly string[], first = 0): Segment {
  const documents = texts.map((body, place) => ({
    entryId: idOf(first + place),
    mode: 'direct' as const,
    refreshAfter: Number.POSITIVE_INFINITY,
    ...termsOfText({ title: `${first + place}`, path: '/t/a', summary: '', body }),
  }))
  return openSegment(buildSegment(documents, []))
}

function idOf(place: number): string {
  return `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
}

function find(segments: readonly Segment[], query: string): string[] {
  const plain = { mode: null, exact: null, now: 0, limit: 10, after: null, statistics: null }
  return rank(segments, { ...plain, query }, scratch).hits.map(({ entryId }) => entryId)
}

const texts = [ENGLISH, ...Object.values(SAMPLES).map(({ text }) => text)]
const whole = segmentOf(texts)
const merged = openSegment(mergeSegments(segmentOf(texts.slice(0, 4)), segmentOf(texts.slice(4), 4)))

for (const [place, [language, { text, forms }]] of Object.entries(SAMPLES).entries())
  test(`twenty words of ${language} are found by another form of them, among texts of nine languages`, () => {
    const pairs = forms.trim().split(/\s+/)
    assert.equal(pairs.length, 20)
    const lost = pairs.filter((pair) => {
      const [asked = '', written = ''] = pair.split(':')
      assert.ok(text.includes(written), written)
      return [whole, merged].some((segment) => !find([segment], asked).includes(idOf(place + 1)))
    })
    assert.deepEqual(lost, [])
  })

test('a form of a language finds nothing in the texts of another', () => {
  assert.deepEqual(find([whole], 'telhado'), [idOf(4)])
  assert.deepEqual(find([segmentOf([`${ENGLISH} There are gatos and dachs.`])], 'gatas'), [])
})

test('English is told from other languages, and a text of names and code is of none', () => {
  assert.equal(languagesOf(ENGLISH), 0)
  assert.equal(languagesOf('Archiving utility. Extract an archive into a directory: tar xf archive.tar'), 0)
  assert.equal(languagesOf('alpha beta gamma delta epsilon zeta eta theta iota kappa'), 0)
  assert.equal(languagesOf('漢字を書く練習'), 0)
  assert.equal(languagesOf(''), 0)
})
