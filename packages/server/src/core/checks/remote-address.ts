/** Written with the name of a host, or in another way that may leave the press. */
const WITH_HOST = /^(?:https?:)?[/\\]{2}/i
const REMOTE = /^(?:https?:|[/\\]{2})/i
const NUMERIC = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi
const NAMED: Readonly<Record<string, string>> = { '&colon;': ':', '&sol;': '/', '&bsol;': '\\', '&amp;': '&' }

/** Whether a browser would fetch it from somewhere else than the press. Linear in the address. */
export function isRemote(written: string, origin: string): boolean {
  const address = decoded(written)
    .replace(/[\t\n\r]/g, '')
    .trim()
  if (!REMOTE.test(address)) return false
  const host = origin.slice(origin.indexOf('//') + 2)
  if (WITH_HOST.test(address) && !address.toLowerCase().includes(host)) return true
  return URL.parse(address, origin)?.origin !== origin
}

function decoded(written: string): string {
  if (!written.includes('&')) return written
  return written
    .replace(/&(?:colon|sol|bsol|amp);/g, (name) => NAMED[name] ?? name)
    .replace(NUMERIC, (_whole, hexadecimal?: string, decimal?: string) =>
      characterOf(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
    )
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
