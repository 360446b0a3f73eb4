// The currencies of ISO 4217 in use in 2026, without the codes for metals, funds, units of account, testing
// and "no currency". JavaScript's own list includes withdrawn codes and changes with the runtime.
const CODES: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
   COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
   ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
   MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF
   SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
   UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/)
)

/** True for the ISO 4217 code of a currency in use, in upper case (contract 4.6). */
export function isCurrency(text: string): boolean {
  return CODES.has(text)
}

/** The currencies whose amounts don't have two decimals (ISO 4217). The SQL function currency_decimals has the same lists. */
const decimals: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const)
])

/** Returns the number of decimals of amounts in a currency. */
export function currencyDecimals(code: string): number {
  return decimals.get(code) ?? 2
}

/** Returns all codes that `isCurrency` accepts. */
export function allCurrencies(): string[] {
  return [...CODES]
}
