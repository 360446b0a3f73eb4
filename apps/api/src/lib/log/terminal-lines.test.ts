import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { loggableError } from '../log.ts'
import { terminalLine } from './terminal-lines.ts'

/** Returns the text of what `write` logs, without the times. */
function shown(write: (log: pino.Logger) => void): string {
  const lines: string[] = []
  const log = pino(
    { level: 'trace', serializers: { err: loggableError } },
    { write: (line) => void lines.push(terminalLine(line)) }
  )
  write(log)
  return lines.join('').replaceAll(/^\d\d:\d\d:\d\d {2}/gm, '')
}

test('a line of the log is text with the time, and without the fields of machines', () => {
  const line = JSON.stringify({ level: 30, time: Date.UTC(2026, 2, 1), pid: 1, hostname: 'h', msg: 'ready' })
  assert.match(terminalLine(line), /^\d\d:\d\d:\d\d {2}ready\n$/)
  assert.equal(
    shown((log) => log.info({ role: 'all', commit: '3b82e68', metricsPort: undefined, port: 1 }, 'ready')),
    'ready (role: all, port: 1)\n'
  )
})

test('long lists are counted', () => {
  assert.equal(
    shown((log) => log.info({ migrations: ['1', '2', '3', '4'], some: ['1', '2'] }, 'applied')),
    'applied (migrations: 4, some: ["1","2"])\n'
  )
})

test('requests are short, and levels other than info are named', () => {
  assert.equal(
    shown((log) =>
      log.info({ requestId: 'r', method: 'GET', path: '/docs', status: 200, ms: 4.1 }, 'request')
    ),
    'GET /docs 200, 4.1 ms\n'
  )
  assert.equal(
    shown((log) => log.warn('slow')),
    'warning: slow\n'
  )
})

test('the stack of an error follows on its own lines', () => {
  const text = shown((log) => log.error({ err: new Error('no space'), job: 'sweep' }, 'job failed'))
  assert.match(text, /^error: job failed \(job: sweep\)\nError: no space\n {4}at /)
})
