/**
 * How large a workbook may be. A file of a few kilobytes can contain gigabytes of repeated content, so these limits are
 * checked while it is decompressed.
 */
export type Limits = {
  /** The maximum size of a decompressed part, such as a sheet, in bytes. */
  partBytes: number
  /** The maximum size of all parts that are read, in bytes. */
  totalBytes: number
  /** How many times as large as its compressed form a part may be. Applies to parts of more than 32 MiB. */
  ratio: number
  /** The maximum number of cells in the sheet that is read. */
  cells: number
  sheets: number
}

const MIB = 2 ** 20

export const defaultLimits: Limits = {
  partBytes: 1024 * MIB,
  totalBytes: 1536 * MIB,
  ratio: 250,
  cells: 20_000_000,
  sheets: 1000
}

/** Below this size, the ratio isn't checked: the text of an ordinary sheet can repeat itself for a while. */
export const RATIO_APPLIES_FROM = 32 * MIB
