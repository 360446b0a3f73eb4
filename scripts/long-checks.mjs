import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runChild } from './child.mjs'
import { seconds } from './test-environment.mjs'

const timeoutMs = 60 * 60_000

/** Returns the name of a check: "kills" of "apps/api/test/kills.long.ts". */
export function nameOf(file) {
  return basename(file).replace(/\.long\.[a-z]+$/, '')
}

/**
 * Runs the checks one after another, each in a process of its own, and prints what became of them as a table. Returns the
 * exit code: 1 if one failed, 130 if `state.interrupted` was set, else 0, also for those that were skipped.
 */
export async function runLongChecks(files, { cwd, env, print, state, stdio = 'inherit' }) {
  const results = []
  for (const file of files) {
    if (state.interrupted) break
    print(`▶ ${nameOf(file)} (${file})`)
    results.push(await runCheck(file, { cwd, env, stdio }))
  }
  print(`\n${table(results)}`)
  if (state.interrupted) return 130
  return results.some(({ result }) => result === 'failed') ? 1 : 0
}

async function runCheck(file, options) {
  const start = performance.now()
  const { code, passed, reasons } = await runFile(file, options)
  const result = code !== 0 ? 'failed' : passed === 0 ? 'skipped' : 'passed'
  const why = [...new Set(reasons)].join('; ')
  return { name: nameOf(file), result, time: seconds(start), why }
}

/** Runs the tests of a file. Returns the exit code, how many passed, and the reasons of those that were skipped. */
async function runFile(file, { cwd, env, stdio }) {
  const folder = mkdtempSync(join(tmpdir(), 'purveyor-check-'))
  const outcome = join(folder, 'outcome.json')
  const flags = [
    '--test',
    `--test-timeout=${timeoutMs}`,
    `--test-reporter=${import.meta.resolve('./test-reporter.mjs')}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${import.meta.resolve('./outcome-reporter.mjs')}`,
    `--test-reporter-destination=${outcome}`
  ]
  try {
    const code = await runChild(process.execPath, [...flags, file], { cwd, env, stdio })
    return { code, ...readOutcome(outcome) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readOutcome(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The process was ended before it could report.
    return { passed: 0, reasons: [] }
  }
}

/** Returns the results as a table with a line for each check. */
export function table(results) {
  const rows = [['Check', 'Result', 'Took', 'Skipped because'], ...results.map(Object.values)]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  '))
  return lines.map((line) => line.trimEnd()).join('\n')
}
