import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { errorTable } from '../errors.ts'
import { errorHelp } from './error-help.ts'
import { faultHelp } from './fault-help.ts'

const roots = [
  resolve(import.meta.dirname, '..'),
  ...['json-stream/src', 'spreadsheets/src', 'client/src/catalog-file'].map((name) =>
    resolve(import.meta.dirname, '../../../../packages', name)
  )
]

/** Returns the source code of the service, without tests and without the examples and the help themselves. */
async function sources(): Promise<string> {
  const texts = await Promise.all(
    roots.map(async (root) => {
      const files = (await readdir(root, { recursive: true })).filter(
        (file) => /(?<!\.test)\.ts$/.test(file) && !/^(documentation|examples|cli)\//.test(file)
      )
      return Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
    })
  )
  return texts.flat().join('\n')
}

// ENOENT is a code of the operating system.
const code = "'(?!ENOENT')([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'"

/** The forms in which the source states the code of an error. */
const forms = [
  // fault('/name', 'REQUIRED', …), also with arguments on several lines or template literals
  String.raw`\b(?:fault|parameterFault)\(\s*(?:'[^']*'|\x60[^\x60]*\x60|[\w.?']+(?:\([^()]*\))?)(?:\s*\?\?\s*'')?,\s*${code}`,
  // refuse('BROKEN_IMAGE', …), new Problem('NOT_FOUND'), this.tooMany('TOO_MANY_VALUES', …)
  String.raw`\b(?:this\.fault|tooMany|refuse|refused|replaceBy|InvalidJson|Problem)\(\s*${code}`,
  // { code: 'REQUIRED', message }, { error: 'PRODUCT_GONE' }, 'code', 'NO_VARIANT' in SQL
  String.raw`(?<!examples: \[\{ )\b(?:code|error): ${code},?\s*(?:field|message|noun|\})`,
  `'code', ${code}`,
  `'code', case when .* then ${code} else`,
  `'code', case when .* else ${code} end`,
  // repeatedFaults(…, { field: 'sku', code: 'REPEATED_SKU' })
  String.raw`\bcode: ${code} \}`,
  String.raw`\bcode: ${code}\n`,
  String.raw`\.code === '[A-Z_]+' \? ${code}`,
  String.raw`coalesce\(i\.error, ${code}\)`,
  // [!line.isActive, 'INACTIVE', 'must be …']
  String.raw`\[\s*[\w!.= &]+, ${code}, ['"\x60]`,
  // listed('vendorIds', 'UNKNOWN_VENDOR', 'vendor')
  String.raw`\blisted\('\w+', ${code}`,
  String.raw`oneOf\(\[${code}\], \{\s*description: 'The code of the warning`,
  // new SpreadsheetError('BROKEN', …), new UnreadableCell('LOST_ZERO', …), faultyCell('MERGED_CELLS', …), refusal('NO_HEADER_ROW', …)
  String.raw`\b(?:SpreadsheetError|UnreadableCell|faultyCell|refusal)\(\s*${code}`
]

/** Codes in the source that the operator chooses, or that are examples or conditions in texts. */
const otherWords = new Set(['WRONG_IMAGE', 'NO_IMAGES'])
/** Errors that only the console and the command line find, in CSV files or before they send a file. */
const clientCodes = ['EXTRA_CELLS', 'UNCLOSED_QUOTE', 'UNKNOWN_UNIT']
for (const one of [...clientCodes, 'SHEET_NOT_FOUND']) otherWords.add(one)

const text = await sources()
const used = new Set(
  forms
    .flatMap((form) => [...text.matchAll(new RegExp(form, 'g'))].map(([, found = '']) => found))
    .filter((found) => !otherWords.has(found))
)

test('every code of an error in the source is explained', () => {
  const explained = new Set([...Object.keys(errorHelp), ...Object.keys(faultHelp)])
  const missing = [...used].filter((one) => !explained.has(one))
  assert.deepEqual(missing.sort(), [])
})

test('every code that is explained occurs in the source', () => {
  const unused = Object.keys(faultHelp).filter((one) => !text.includes(`'${one}'`))
  assert.deepEqual(unused, [])
  assert.deepEqual(Object.keys(errorHelp).sort(), Object.keys(errorTable).sort())
  const unrecognised = Object.keys(faultHelp).filter((one) => !used.has(one))
  assert.deepEqual(unrecognised, [], 'the source states these codes in a form that this test does not know')
})

test('a code is explained once', () => {
  const both = Object.keys(faultHelp).filter((one) => one in errorHelp)
  assert.deepEqual(both, [])
})

test('every explanation consists of sentences', () => {
  for (const [one, { cause, cure }] of Object.entries({ ...errorHelp, ...faultHelp }))
    for (const sentence of [cause, cure]) assert.match(sentence, /^[A-Z`].*\.$/s, one)
})
