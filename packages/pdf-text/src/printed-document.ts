/** Text under a small caption. */
export type Fact = { label: string; value: string }

/** Lines under a small caption, such as an address. */
export type Party = { label: string; lines: string[] }

export type Column = {
  label: string
  /** In points; null takes what the others leave. */
  width: number | null
  align: 'left' | 'right'
  /** A check box to tick with a pen: drawn where the cell's text is not empty, instead of it. */
  isCheckBox?: true
}

/**
 * A business document as plain data, which `render.ts` makes a PDF of. Texts may hold any characters and have any
 * length: they are wrapped, and run over pages.
 */
export type PrintedDocument = {
  paper: 'A4' | 'LETTER'
  title: string
  number: string
  /** A word over the whole page, such as CANCELLED. */
  stamp: string | null
  /** Whoever issues the document; the logo stands above the name. */
  issuer: string
  /** A PNG as `Images.print` makes it. */
  logo: Uint8Array | null
  /** When the state that the document shows came about: the same state gives the same bytes. ISO 8601. */
  asOf: string
  facts: Fact[]
  parties: Party[]
  columns: Column[]
  /** One text for each column. */
  rows: string[][]
  /** The last one stands out. */
  totals: Fact[]
  notes: Fact[]
}
