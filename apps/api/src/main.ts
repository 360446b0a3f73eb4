import cluster from 'node:cluster'
import { readConfig } from './config.ts'

// The supervisor of several processes needs only a part of the modules, so the others are imported when they are needed.
try {
  const before = new Set(Object.keys(process.env))
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const config = readConfig(process.env)
  if (cluster.isWorker) {
    const { runMember } = await import('./processes/member.ts')
    await runMember(config)
  } else if (config.processes > 1) {
    // The processes read the file themselves, so that those that are started later get the values that it has then.
    for (const name of Object.keys(process.env)) if (!before.has(name)) delete process.env[name]
    const { supervise } = await import('./processes/supervise.ts')
    await supervise(config)
  } else {
    const { runAlone } = await import('./run-service.ts')
    await runAlone(config)
  }
} catch (error) {
  const { explainError } = await import('./explain-error.ts')
  console.error(explainError(error))
  process.exit(1)
}
