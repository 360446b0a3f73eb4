import { join } from 'node:path'
import { consoleSources } from './sources.ts'

/**
 * Returns the folders in which builds of the console are stored, in the order in which they are searched. A
 * process that can't write to the folder of the source uses its data folder.
 */
export function buildFolders(dataDir?: string): string[] {
  return [join(consoleSources.folder, 'dist'), ...(dataDir === undefined ? [] : [join(dataDir, 'console')])]
}
