import type { Scenario } from '../scenario.ts'
import type { ScenarioName } from './names.ts'

/** Imports a scenario. Only the client process calls this function. */
export async function loadScenario(name: ScenarioName): Promise<Scenario> {
  const { scenario } = (await import(`./${name}.ts`)) as { scenario: Scenario }
  return scenario
}
