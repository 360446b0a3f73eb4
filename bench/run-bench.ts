import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from '../apps/api/src/db/connect.ts'
import { migrate } from '../apps/api/src/db/migrate/migrate.ts'
import type { FromClient, ToClient } from './client.ts'
import { startDatabase } from './database.ts'
import { type Filled, fill } from './fill.ts'
import { readServer } from './fill-queries.ts'
import type { FloorSetting } from './floor-server.ts'
import { readMachine, residentMiB } from './machine.ts'
import type { Options } from './options.ts'
import { parentOf } from './processor.ts'
import { sessionProcess } from './queries.ts'
import type { Report } from './report.ts'
import { type Defer, endProcess, forkProgram, readWarnings, startService } from './service-process.ts'
import { assetFolder, type SetupParameters } from './setup.ts'

type RunContext = { log: (line: string) => void; signal: AbortSignal }

/**
 * Starts database, service and floor server, runs the scenarios in a client process, and removes everything
 * at the end. If `signal` aborts, it also removes everything, then rejects.
 */
export async function runBench(options: Options, { log, signal }: RunContext): Promise<Report> {
  const cleanups: (() => Promise<unknown>)[] = []
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Interrupted.')), { once: true })
  })
  aborted.catch(() => {})
  // Waits for the work, but rejects as soon as the run is interrupted.
  const step = <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted])
  try {
    return await prepareAndMeasure(options, { log, step, defer: (end) => cleanups.push(end) })
  } finally {
    for (const end of cleanups.reverse()) await end()
  }
}

type Steps = { log: RunContext['log']; step: <T>(work: Promise<T>) => Promise<T>; defer: Defer }

async function prepareAndMeasure(options: Options, { log, step, defer }: Steps): Promise<Report> {
  const at = new Date().toISOString()
  const { url: databaseUrl, folder, remove } = await startDatabase()
  defer(remove)
  const { machine, databasePid, filled } = await step(fillDatabase(databaseUrl, options, log))
  const secret = randomBytes(32).toString('base64url')
  const service = await step(startService(folder, { databaseUrl, secret, defer }))
  const { url: serviceUrl, pid: servicePid } = service
  const restMiB = residentMiB(servicePid)
  const floor = await step(
    startFloor({ databaseUrl, assetOrigin: serviceUrl, assetFolder: assetFolder(folder) }, defer)
  )
  const parameters = {
    ...filled,
    ...{ databaseUrl, serviceUrl, servicePid, secret, folder },
    ...{ floorUrl: floor.url, floorPid: floor.pid, databasePid }
  }
  const measured = await step(measure({ parameters, options }, { log, defer, folder }))
  const { out: _, ...reportedOptions } = options
  return {
    at,
    machine,
    options: reportedOptions,
    service: { startSeconds: service.startMs / 1000, restMiB },
    ...measured
  }
}

async function fillDatabase(url: string, { products, orders }: Options, log: RunContext['log']) {
  const sql = connect(url, { max: 3, statementTimeoutMs: 0 })
  try {
    const machine = readMachine(await readServer(sql))
    await migrate(sql)
    const startedAt = performance.now()
    const filled: Filled = await fill(sql, { products, orders })
    log(
      `inserted ${products * 2} products and ${orders * 2} orders in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
    )
    return { machine, databasePid: parentOf(await sessionProcess(sql)), filled }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function startFloor(setting: FloorSetting, defer: Defer): Promise<{ url: string; pid: number }> {
  const child = forkProgram('floor-server.ts')
  defer(() => endProcess(child))
  child.send(setting)
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('The floor server ended unexpectedly.'))
  )
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  return { url, pid: child.pid ?? 0 }
}

type Measured = Pick<Report, 'floors' | 'results' | 'failures' | 'omitted' | 'seconds'>

function measure(
  task: ToClient & { parameters: SetupParameters },
  { log, defer, folder }: { log: RunContext['log']; defer: Defer; folder: string }
): Promise<Measured> {
  const client = forkProgram('client.ts')
  defer(() => endProcess(client))
  client.send(task)
  const measured: Measured = { floors: {}, results: [], failures: [], omitted: [], seconds: {} }
  return new Promise((resolve, reject) => {
    client.on('exit', (code, signal) =>
      reject(new Error(`The client process ended unexpectedly with ${code ?? signal}.`))
    )
    client.on('message', (message: FromClient) => {
      if (message.kind === 'done') resolve(measured)
      else if (message.kind === 'ended') measured.seconds[message.name] = Math.round(message.seconds)
      else if (message.kind === 'omitted') {
        measured.omitted.push(message.name)
        log(`${message.name} is omitted: the run has taken longer than --max-minutes`)
      } else if (message.kind === 'failed') {
        const logged = readWarnings(folder)
        measured.failures.push({ scenario: message.name, message: message.message, logged })
        log([`  ${message.name} FAILED: ${message.message}`, ...logged].join('\n'))
      } else if (message.kind === 'scenario') {
        measured.floors[message.name] = message.floor
        log(`${message.name} …`)
      } else {
        const { scenario, size } = message.result
        measured.results.push(message.result)
        log(`  ${scenario}, ${size}: done`)
      }
    })
  })
}
