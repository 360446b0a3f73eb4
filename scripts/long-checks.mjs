import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runChild } from './child.mjs'
import { seconds } from './test-environment.mjs'

const timeoutMs = 60 * 60_000

/** Returns the name of a check: "kills" for "apps/api/test/kills.long.ts". */
export function checkName(file) {
  return basename(file).replace(/\.long\.[a-z]+$/, '')
}

/**
 * Runs the checks one after another, each in its own process, and prints a table of the results. Returns the
 * exit code: 130 if `state.interrupted` was set, 1 if a check failed, else 0. Skipped checks are not
 * failures.
 */
export async function runLongChecks(files, { cwd, env, print, state, stdio = 'inherit' }) {
  const results = []
  for (const file of files) {
    if (state.interrupted) break
    print(`▶ ${checkName(file)} (${file})`)
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
  return { name: checkName(file), result, time: seconds(start), why }
}

/**
 * Runs the tests of a file. Returns the exit code, the number of passed tests, and the reasons why tests were
 * skipped.
 */
async function runFile(file, { cwd, env, stdio }) {
  const folder = mkdtempSync(join(tmpdir(), 'purveyor-check-'))
  const outcome = join(folder, 'outcome.json')
  const flags = [
    '--test',
    '--conditions=purveyor-source',
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
    // The process ended before it wrote its report.
    return { passed: 0, reasons: [] }
  }
}

/** Formats the results as a table with one line for each check. */
export function table(results) {
  const rows = [['Check', 'Result', 'Time', 'Reason for skipping'], ...results.map(Object.values)]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  '))
  return lines.map((line) => line.trimEnd()).join('\n')
}
