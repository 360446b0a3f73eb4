import { readingOptions } from '../catalog-file/open-catalog.ts'
import type { Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { pushOptions } from './options.ts'

// Encodings are those of the original file; a dry run is usually followed by a push.
const leftOut = ['encoding', 'dry-run', 'save-map']

/** Returns the command that pushes another file with the same options, for messages. */
export function repeatCommand(file: string, values: Input['values']): string {
  const { 'save-map': saved, map = saved } = values
  const options = Object.keys(pushOptions).filter((name) => !leftOut.includes(name))
  return commandLine(['push', file], { ...values, map }, options)
}

/** Returns the command that compares a file with the products, with the options that say how to read the file. */
export function diffCommand(file: string, values: Input['values']): string {
  const { 'save-map': saved, map = saved } = values
  return commandLine(['diff', file], { ...values, map }, Object.keys(readingOptions))
}
