// The client process: it sends the requests and runs the floors that need no HTTP. Service, floor server and
// client are separate processes, so that each has its own event loop.

import { measureCase, type Result } from './measure.ts'
import type { Options } from './options.ts'
import { loadScenario } from './scenarios/load.ts'
import { onlyWhenNamed, type ScenarioName, scenarioNames } from './scenarios/names.ts'
import { type BenchSetup, openSetup, type SetupParameters } from './setup.ts'

export type ToClient = { parameters: SetupParameters; options: Options }
export type FromClient =
  | { kind: 'scenario'; name: ScenarioName; floor: string }
  | { kind: 'result'; result: Result }
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
  for (const name of selectedScenarios(options)) {
    // A scenario that fails must not prevent the others.
    await measure(name, setup).catch((error: Error) => {
      sendToParent({ kind: 'failed', name, message: error.stack ?? error.message })
    })
  }
  await setup.close()
}

async function measure(name: ScenarioName, setup: BenchSetup): Promise<void> {
  const scenario = await loadScenario(name)
  sendToParent({ kind: 'scenario', name, floor: scenario.floor })
  try {
    for (const one of await scenario.prepare(setup)) {
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
