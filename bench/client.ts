// The client process: it sends the requests and runs the floors that need no HTTP. Service, floor server and
// client are separate processes, so that each has its own event loop.

import { measureCase, type Result } from './measure.ts'
import type { Options } from './options.ts'
import { measureProcesses } from './processor.ts'
import { loadScenario } from './scenarios/load.ts'
import { onlyWhenNamed, type ScenarioName, scenarioNames } from './scenarios/names.ts'
import { type BenchSetup, openSetup, type SetupParameters } from './setup.ts'

export type ToClient = { parameters: SetupParameters; options: Options }
export type FromClient =
  | { kind: 'scenario'; name: ScenarioName; floor: string }
  | { kind: 'result'; result: Result }
  | { kind: 'ended'; name: ScenarioName; seconds: number }
  | { kind: 'omitted'; name: ScenarioName }
  | { kind: 'done' }
  | { kind: 'failed'; name: ScenarioName; message: string }

const cleanups: (() => Promise<unknown>)[] = []

// When the parent process ends, this process and everything that scenarios have started must end too.
process.on('disconnect', stop)
process.on('SIGTERM', stop)

process.once('message', ({ parameters, options }: ToClient) => {
  run(parameters, options).then(() => sendToParent({ kind: 'done' }))
})

async function run(parameters: SetupParameters, options: Options): Promise<void> {
  const setup = openSetup(parameters, options, (end) => cleanups.push(end))
  const deadline = performance.now() + options.maxMinutes * 60_000
  for (const name of selectedScenarios(options)) {
    const startedAt = performance.now()
    if (startedAt > deadline) {
      sendToParent({ kind: 'omitted', name })
      continue
    }
    // A scenario that fails must not prevent the others.
    await measure(name, setup).catch((error: Error) => {
      sendToParent({ kind: 'failed', name, message: error.stack ?? error.message })
    })
    sendToParent({ kind: 'ended', name, seconds: (performance.now() - startedAt) / 1000 })
  }
  await setup.close()
}

async function measure(name: ScenarioName, setup: BenchSetup): Promise<void> {
  const scenario = await loadScenario(name)
  sendToParent({ kind: 'scenario', name, floor: scenario.floor })
  try {
    const { servicePid, floorPid, databasePid: database } = setup
    const usual = { node: [servicePid, floorPid], database }
    // Some scenarios measure while they prepare their cases.
    measureProcesses(usual)
    for (const one of await scenario.prepare(setup)) {
      const processes = one.kind === 'limit' ? undefined : one.processes
      if (one.kind !== 'limit') measureProcesses(processes ? { node: processes, database } : usual)
      sendToParent({ kind: 'result', result: await measureCase(name, one, setup.options.rounds) })
    }
  } finally {
    await runCleanups()
  }
}

/** Stops everything that the scenario has started. */
async function runCleanups(): Promise<void> {
  for (const end of cleanups.splice(0).reverse()) await end()
}

function stop(): void {
  runCleanups().finally(() => process.exit(0))
}

function selectedScenarios({ scenarios }: Options): ScenarioName[] {
  if (scenarios.length === 0) return scenarioNames.filter((name) => !onlyWhenNamed.includes(name))
  return scenarioNames.filter((name) => scenarios.includes(name))
}

function sendToParent(message: FromClient): void {
  process.send?.(message)
}
