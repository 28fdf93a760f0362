/** What the furnished press holds: short, and of every form that a page can show. */
export const PIER = `A gauge has stood on the old pier since 1921. Its zero is 1.24 m below the mean level of the sea.

## When it is high

High water comes **50 minutes later** each day. It follows the passage of the moon by 2 h 10 min.

1. Find the passage of the moon over the meridian.
2. Add the establishment of the port.
3. Take off what the wind adds: a day of westerlies is worth 30 cm.

| Wind | Adds | For |
|---|--:|---|
| west, over 6 | 30 cm | 18 hours |
| east, over 6 | -20 cm | 12 hours |

## A case

\`\`\`json
{ "case": "spring-tide", "moon": "2026-03-03T11:38:00Z", "expected": { "high": "2026-03-03T13:48:00Z", "metres": 4.1 } }
\`\`\`
`

export const PIER_REVISED = PIER.replace(
  '**50 minutes later** each day',
  'about **52 minutes later** each day',
)
  .replace(
    'a day of westerlies is worth 30 cm.',
    'a day of westerlies is worth 35 cm since the mole was built.',
  )
  .replace('| west, over 6 | 30 cm | 18 hours |', '| west, over 6 | 35 cm | 18 hours |')

export const LIGHTHOUSE = `## What can be seen

The light stands 31 m above the highest tide and reaches 18 miles.

> Nobody has measured high water there since the gauge was lost in 1987.

## How to know it anyway

Take the old pier and add *eleven minutes*. Both stand on the same bank.
`

export const PIER_FACTS = {
  path: '/tides/old-pier',
  title: 'High water at the old pier',
  summary: 'When the water is high at the old pier, how high, and what the wind adds.',
}

export const LIGHTHOUSE_FACTS = {
  path: '/tides/lighthouse',
  title: 'High water at the lighthouse',
  summary: 'How to know high water where no gauge stands.',
}

export const OBSERVATION = {
  path: '/tides/gauge-readings',
  kind: 'observation',
  title: 'The gauge of the old pier reads 4 cm too much',
  summary: 'Compared with a levelling staff at three high waters.',
  body: 'Three readings, each at slack water, by two observers. The mean difference is 4.1 cm.\n',
  applicability: 'The float gauge of 1921, before its cleaning.',
} as const

export const QUESTION = {
  topic_id: 'tides',
  kind: 'research',
  question: 'When is high water at the lighthouse?',
  motivation: 'Visitors ask every week, and no article says. The gauge there was lost in 1987.',
} as const
