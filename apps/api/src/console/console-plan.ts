import { buildFolders } from '../../../console/build/folders.ts'
import { consoleSources } from '../../../console/build/sources.ts'
import type { BuildPlan } from './run-build.ts'

/** Returns what a process with this data folder builds, and where. */
export function consolePlan({ dataDir }: { dataDir: string }): BuildPlan {
  return { sources: consoleSources, folders: buildFolders(dataDir) }
}
