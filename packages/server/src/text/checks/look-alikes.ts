/**
 * Letters and marks that are taken for those of ASCII: the likeliest of the confusables of Unicode (UTS #39), by what
 * they look like. What has a compatibility form, such as full-width letters, needs no line here.
 */
const LOOK_LIKE: Readonly<Record<string, string>> = {
  a: 'аαɑᴀАΑ',
  b: 'ЬьʙВΒ',
  c: 'сϲᴄСϹ',
  d: 'ԁɗᴅժ',
  e: 'еεҽᴇЕΕ℮',
  f: 'ꜰƒ',
  g: 'ɡցɢ',
  h: 'һհʜНΗ',
  i: 'іιıɪІΙӏӀ',
  j: 'јϳᴊЈ',
  k: 'кκᴋКΚ',
  l: 'ʟ',
  m: 'мᴍМΜ',
  n: 'пոηɴΝ',
  o: 'оοօσᴏОΟ',
  p: 'рρᴘРΡ',
  q: 'ԛզ',
  r: 'гʀ',
  s: 'ѕꜱЅ',
  t: 'тτᴛТΤ',
  u: 'υսᴜʋ',
  v: 'νᴠѵ',
  w: 'ԝωᴡ',
  x: 'хχХΧ×',
  y: 'уүγʏУΥҮ',
  z: 'ᴢΖ',
  _: '▁',
  '|': 'ǀ∣│┃',
  '<': '‹⟨',
  '>': '›⟩',
  "'": '’‘',
}

export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_LIKE).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)
