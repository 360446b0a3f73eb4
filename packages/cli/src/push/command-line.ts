import { readingOptions } from '../catalog-file/open-catalog.ts'
import type { Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { pushOptions } from './options.ts'

// Encodings are those of the original file; a dry run is usually followed by a push.
const leftOut = ['encoding', 'dry-run', 'save-map']

/** The options of a push with which the failed rows are sent again. */
export const repeatedOptions: string[] = Object.keys(pushOptions).filter((name) => !leftOut.includes(name))

/** Returns the command that pushes another file with the same options, for messages. */
export function repeatCommand(file: string, values: Input['values']): string {
  const { 'save-map': saved, map = saved } = values
  return commandLine(['push', file], { ...values, map }, repeatedOptions)
}

/** Returns the command that compares a file with the products, with the options that say how to read the file. */
export function diffCommand(file: string, values: Input['values']): string {
  const { 'save-map': saved, map = saved } = values
  return commandLine(['diff', file], { ...values, map }, Object.keys(readingOptions))
}
