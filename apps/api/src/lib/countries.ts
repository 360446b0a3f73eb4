import { iso31661, iso31662 } from 'iso-3166'

const CODES: ReadonlySet<string> = new Set([
  ...iso31661.map((country) => country.alpha2),
  ...iso31662.map((subdivision) => subdivision.code)
])

/**
 * True for an ISO 3166-1 alpha-2 code (`US`) or an ISO 3166-2 subdivision code (`US-CA`) in upper case
 * (contract 4.6). The contract's limit of 10 characters needs no check, because all codes are shorter.
 */
export function isCountryCode(text: string): boolean {
  return CODES.has(text)
}

/** Other English names of countries, in the form of `keyOf`, by their alpha-2 codes. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'uae, emirates',
  BA: 'bosnia, bosnia herzegovina',
  BN: 'brunei',
  CD: 'dr congo, drc, democratic republic of the congo',
  CG: 'republic of the congo, congo brazzaville',
  CI: 'ivory coast',
  CN: 'prc, p r c, mainland china, peoples republic of china',
  CV: 'cape verde',
  CZ: 'czech republic',
  DO: 'dominican rep',
  FK: 'falkland islands',
  GB: 'uk, u k, great britain, britain, united kingdom, england, scotland, wales, northern ireland',
  HK: 'hong kong sar, hong kong china',
  KP: 'north korea, dprk',
  KR: 'south korea, korea, rok, republic of korea, korea south, korea rep',
  LA: 'laos',
  MK: 'macedonia, republic of north macedonia',
  MM: 'burma',
  MO: 'macau',
  NL: 'holland, the netherlands',
  PS: 'palestine',
  RU: 'russia',
  SK: 'slovak republic',
  SY: 'syria',
  SZ: 'swaziland',
  TL: 'east timor',
  TR: 'turkey',
  TW: 'taiwan roc, taiwan r o c, republic of china',
  US: 'usa, u s a, u s, us of a, united states, america',
  VA: 'vatican, vatican city',
  VN: 'vietnam'
}

const byName = new Map<string, string>()
for (const { name, alpha2, alpha3 } of iso31661) {
  // `Bolivia, Plurinational State of` and `Falkland Islands (Malvinas)` are known by their first part, except those that
  // share it with another country.
  const [short = name] = name.split(/,| \(/)
  const isShared = iso31661.some((one) => one.alpha2 !== alpha2 && one.name.split(/,| \(/)[0] === short)
  for (const one of [alpha2, alpha3, name, ...(isShared ? [] : [short])]) byName.set(keyOf(one), alpha2)
}
for (const [code, names] of Object.entries(otherNames))
  for (const name of names.split(', ')) byName.set(name, code)

/**
 * Returns the ISO 3166-1 alpha-2 code of a country, if the text is its English name, a common variant of it or its code, in
 * upper or lower case (contract 1.5). Undefined for any other text.
 */
export function countryCodeOf(text: string): string | undefined {
  if (/^[A-Z]{2}$/.test(text)) return CODES.has(text) ? text : byName.get(text.toLowerCase())
  return text.length > 60 ? undefined : byName.get(keyOf(text))
}

function keyOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}
